import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A page of each kind. */
const pages = [
  '/',
  '/start/call-the-platform/',
  '/operations/getAgentRun/',
  '/rules/',
  '/rules/run.put-during-job-is-409/',
  '/conformance/',
];
const widths = [390, 1280];
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/**
 * Looks at pages of each kind as a reader would, narrow and wide, light and dark: what axe-core finds, what is wider than the
 * window, what a page asks of other hosts; that the search finds a rule, and that a page can be read without JavaScript.
 */
export async function browse(
  folder: string,
  base: string,
  executablePath: string,
): Promise<readonly string[]> {
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site').pathname).slice(base.length);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(bytes === undefined ? 404 : 200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server of the site has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const seen = [];
    for (const path of pages)
      for (const width of widths) seen.push(...(await look(browser, `${origin}${base}${path}`, width)));
    return [
      ...seen,
      ...(await search(browser, `${origin}${base}/`)),
      ...(await readPlain(browser, `${origin}${base}/rules/run.put-during-job-is-409/`)),
    ];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function look(browser: Browser, url: string, width: number): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: width < 600 ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const violations: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    'axe.run().then((result) => result.violations)',
  );
  const isTooWide = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  await context.close();
  const where = `${new URL(url).pathname} at ${width} px`;
  return [
    ...violations.map(({ id, nodes }) => `${where}: axe-core finds ${id}: ${nodes[0]?.html.slice(0, 120)}`),
    ...(isTooWide === true ? [`${where} is wider than the window`] : []),
    ...foreign.map((one) => `${where} asks for ${one}`),
  ];
}

async function search(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('put-during-job');
  const found = page.getByRole('link', { name: /put-during-job/ }).first();
  const isFound = await found.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );
  if (isFound) await found.click();
  const title = isFound ? await page.locator('h1').first().textContent() : '';
  await page.close();
  return title?.includes('put-during-job') ? [] : ['The search for put-during-job leads to no rule'];
}

async function readPlain(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  const text = await page.locator('main').textContent();
  await context.close();
  return text?.includes('When a job is running, PUT returns 409')
    ? []
    : [`${url} can't be read without JavaScript`];
}
