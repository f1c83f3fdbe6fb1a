import type { Browser, Page } from 'playwright-core';
import type { ServedSite } from './serve-site.ts';

/** What a reader does, step by step; each ends on a page with a heading that says so. */
const ways: Readonly<Record<string, (page: Page, site: ServedSite) => Promise<string>>> = {
  'the search leads to a rule': async (page, { at }) => {
    await page.goto(at('/'), { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('put-during-job');
    await page
      .getByRole('link', { name: /put-during-job/ })
      .first()
      .click();
    return 'run.put-during-job';
  },
  'the front page leads to the first steps': async (page, { at }) => {
    await page.goto(at('/'));
    await page.locator('main').getByRole('link', { name: 'judge it' }).click();
    return 'Run a deployment';
  },
  'the menu of a narrow screen leads to the operations': async (page, { at }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(at('/'));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Operations' }).click();
    return 'Operations';
  },
  'the sidebar of a wide screen leads to the API reference': async (page, { at }) => {
    await page.goto(at('/rules/'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API reference' }).click();
    return 'API reference';
  },
  'an operation leads to its function': async (page, { at }) => {
    await page.goto(at('/operations/upsertAgent/'));
    await page.locator('main').getByRole('link', { name: 'upsertAgent' }).click();
    return '@agent-workers/client-fetch/agents';
  },
  'an operation leads to its rules': async (page, { at }) => {
    await page.goto(at('/operations/getAgentRun/'));
    await page.locator('main').getByRole('link', { name: 'agent-runs.get-unknown-is-404' }).click();
    return 'agent-runs.get-unknown-is-404';
  },
  'a rule leads to its operations': async (page, { at }) => {
    await page.goto(at('/rules/agent-runs.get-unknown-is-404/'));
    await page.locator('main').getByRole('link', { name: 'getAgentRun' }).click();
    return 'getAgentRun';
  },
  'a finding leads to its rule': async (page, { at }) => {
    await page.goto(at('/report/'));
    await page.getByRole('heading').getByRole('link').first().click();
    return 'run.';
  },
  'the report leads back to the site': async (page, { at }) => {
    await page.goto(at('/report/'));
    await page.getByRole('link', { name: 'Agent Workers Contract Kit' }).click();
    return 'Agent Workers Contract Kit';
  },
};

const patience = 20_000;

/** Does all that, and says what led elsewhere; then changes the theme, and reads a page without JavaScript. */
export async function clickThrough(browser: Browser, site: ServedSite): Promise<readonly string[]> {
  const troubles: string[] = [];
  for (const [name, go] of Object.entries(ways)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const arrived = await go(page, site)
      .then((wanted) => page.getByRole('heading', { level: 1 }).filter({ hasText: wanted }).first().waitFor())
      .then(
        () => true,
        () => false,
      );
    if (!arrived) troubles.push(`It isn't so that ${name}: ${new URL(page.url()).pathname}`);
    await context.close();
  }
  return [...troubles, ...(await changeTheme(browser, site)), ...(await readPlain(browser, site))];
}

async function changeTheme(browser: Browser, { at }: ServedSite): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(at('/'));
  await page.getByLabel('Select theme').first().selectOption('dark');
  await page.goto(at('/rules/'));
  const theme = await page.locator('html').getAttribute('data-theme');
  await context.close();
  return theme === 'dark' ? [] : [`A theme that was chosen is forgotten on the next page: it is ${theme}`];
}

async function readPlain(browser: Browser, { at }: ServedSite): Promise<string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/rules/run.put-during-job-is-409/'));
  const text = await page.locator('main').textContent();
  await context.close();
  return text?.includes('When a job is running, PUT returns 409')
    ? []
    : ["The page of a rule can't be read without JavaScript"];
}
