import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangingTarget, serveChanging } from '../../helpers/changing-target.ts';
import { isWhole } from '../../helpers/is-whole.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { toOriginal } from '../../kill-matrix/plain-deployment.ts';
import { loadMutants } from '../../mutants/all-mutants.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** A folder for pictures of each page, for people to look at. */
const pictures = process.env.PICTURES;
const long = `<img src=x onerror="document.title='broken'">${'W'.repeat(300)}`;

let browser: Browser;
let target: ChangingTarget;
let folder: string;

/** A run that is clean, and one with a broken job, bundles that stay, and answers of one long word. */
beforeAll(async () => {
  if (!existsSync(executablePath)) throw new Error(`There is no ${executablePath}. Run .ci/install-browser.`);
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  target = await serveChanging();
  folder = join(target.folder, 'nights');
  const run = (night: string, ...more: string[]) =>
    runCli([
      ...['run', '--config', target.config, '--results', join(folder, night), '--target-version', night],
      ...['--rules', 'bundles.,run.put-during-job-is-409,toolsets.,vip.', '--scenarios', '0', '--seed', '1'],
      ...more,
    ]);
  await run('first');
  const { fetch } = target.deployment;
  const mutant = (await loadMutants()).find(({ rule }) => rule === 'run.put-during-job-is-409');
  const broken = mutant?.wrap(toOriginal(target.deployment)) ?? fetch;
  target.answerBy((request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'DELETE' && pathname.startsWith('/me/bundles/'))
      return Promise.resolve(new Response(long, { status: 502 }));
    if (pathname === '/me/toolsets/list') return Promise.resolve(new Response(`["${long}`));
    return pathname.startsWith('/agents/') ? broken(request) : fetch(request);
  });
  await run('second', '--baseline', join(folder, 'first'));
  await runCli(['history', folder]);
});
afterAll(async () => {
  await browser?.close();
  await target?.close();
});

async function open(file: string): Promise<Page> {
  // axe-core is a script, which the page itself forbids.
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** CI takes each width in each color, shut in one of them and unfolded in the other; WHOLE=1 takes all. */
const looks = (['shut', 'unfolded'] as const).flatMap((fold) =>
  [1280, 390].flatMap((width) =>
    (['light', 'dark'] as const)
      .filter((color) => isWhole || (fold === 'shut') === ((width === 1280) === (color === 'light')))
      .map((color) => [fold, width, color] as const),
  ),
);
/** Rows of a table are alike: to ask of each of some five hundred whether it is fit takes a minute. */
const mostRows = 30;

test.each([
  ['report', 'second/report.html'],
  ['history', 'history.html'],
])('the %s is fit for everybody, wide and narrow, light and dark, shut and unfolded', async (name, file) => {
  const page = await open(join(folder, file));
  await page.addScriptTag({ content: axe.source });
  if (!isWhole)
    await page.evaluate(
      `for (const one of document.querySelectorAll('tbody tr:nth-child(n + ${mostRows + 1})')) one.remove()`,
    );
  for (const [fold, width, colorScheme] of looks) {
    if (fold === 'unfolded')
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const look = `${name}-${width}-${colorScheme}-${fold}`;
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
    );
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (pictures !== undefined)
      await page.screenshot({
        path: join(pictures, `${look}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: 2_400 },
      });
    expect({ look, found, excess }).toEqual({ look, found: [], excess: 0 });
  }
  expect(await page.title()).not.toBe('broken');
});

test('the rules are narrowed by a filter that needs no script', async () => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(pathToFileURL(join(folder, 'second/report.html')).href);
  await page.getByText('Every rule with its verdict').click();
  const rules = page.locator('section[aria-labelledby=rules] tbody tr:visible');
  const all = await rules.count();
  await page.getByLabel('violated').check();
  const broken = await rules.count();
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(all);
});
