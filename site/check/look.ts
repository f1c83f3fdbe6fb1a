import { createRequire } from 'node:module';
import type { Browser, BrowserContext } from 'playwright-core';

/** How a reader may look: narrow and dark, or wide and light. */
const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Looks at pages as readers would: what axe-core finds, what is wider than the window or cut off, what a page asks of other hosts.
 *
 * @returns what is wrong, in sentences
 */
export async function lookAtAll(browser: Browser, urls: readonly string[]): Promise<readonly string[]> {
  const seen = looks.map(async ({ width, colorScheme }) => {
    // The report lets no script run, also not axe-core's.
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, colorScheme, bypassCSP: true });
    const troubles: string[] = [];
    for (const url of urls) troubles.push(...(await look(context, url, width)));
    await context.close();
    return troubles;
  });
  return (await Promise.all(seen)).flat();
}

async function look(context: BrowserContext, url: string, width: number): Promise<string[]> {
  const page = await context.newPage();
  const foreign: string[] = [];
  const missing: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.addScriptTag({ path: axe });
  const violations: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    'axe.run().then((result) => result.violations)',
  );
  const cut: readonly string[] = await page.evaluate(`[
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['is wider than the window'] : []),
    ...[...document.querySelectorAll('.site-title, h1')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => 'cuts off ' + one.textContent.trim()),
  ]`);
  await page.close();
  const where = `${new URL(url).pathname} at ${width} px`;
  return [
    ...violations.map(({ id, nodes }) => `${where}: axe-core finds ${id}: ${nodes[0]?.html.slice(0, 120)}`),
    ...cut.map((words) => `${where} ${words}`),
    ...foreign.map((one) => `${where} asks for ${one}`),
    ...missing.map((one) => `${where} asks for ${one}, which isn't there`),
  ];
}
