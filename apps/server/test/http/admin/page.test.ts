import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../../src/app/listen.ts';
import { adminToken } from '../../helpers/admin.ts';
import { createClient } from '../../helpers/client.ts';
import { type Control, createControl } from '../../helpers/control.ts';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';
import { patience } from '../../helpers/patience.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hostile = `<img src=x onerror="document.title='broken'"><script>document.title="broken"</script>${'x'.repeat(120)}`;

describe("the operator's page", () => {
  let browser: Browser;
  let deployment: Deployment;
  let listener: Listener;
  let control: Control;
  beforeAll(async () => {
    if (!existsSync(executablePath))
      throw new Error(`There is no ${executablePath}. Run .ci/install-browser.`);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    deployment = await startDeployment({ adminToken });
    const { admin } = deployment.app;
    if (!admin) throw new Error('This deployment has no admin port.');
    listener = await listen({ fetch: admin }, { host: '127.0.0.1', port: 0 });
    control = createControl(deployment);
  });
  afterAll(async () => {
    await browser?.close();
    void listener?.close();
    await deployment?.close();
  });

  /** Somebody with a hostile name, whose job waits. */
  async function addHostileUser() {
    const user = await control.addUser({ name: `${hostile}${crypto.randomUUID()}` });
    const agent = await control.addAgent({ owner_id: user.id });
    await control.do('PUT', `/jobs/hold/${user.id}`);
    const { fetch } = deployment.app;
    await createClient({ fetch, agentsUrl: 'http://in-process/agents', apiKey: user.apiKey }).post(
      '/background 1',
      agent,
    );
  }

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(patience.timeout);
    await page.goto(listener.origin);
    return page;
  }

  async function signIn(page: Page, token = adminToken) {
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('is fit for everybody, wide and narrow, light and dark, and runs nothing that users have written', async () => {
    await addHostileUser();
    // axe-core is a script, which the page itself forbids.
    const page = await open({ bypassCSP: true });
    const look = async () => {
      await page.addScriptTag({ content: axe.source });
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
        );
        const excess = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect({ width, found, excess }).toEqual({ width, found: [], excess: 0 });
      }
    };
    await look();
    await signIn(page);
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await look();
    expect(await page.getByText('onerror=').first().isVisible()).toBe(true);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Agent Workers server');
    await page.context().close();
  });

  it('is read without a script: users, runs, queue, jobs, errors, storage; and has no secret', async () => {
    await addHostileUser();
    const page = await open({ javaScriptEnabled: false });
    await signIn(page);
    const card = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title }) });
    expect(await card('Runs').textContent()).toMatch(/[1-9]\d* in 24 hours/);
    expect(await card('Queue').textContent()).toMatch(/Jobs that wait\s*[1-9]/);
    expect(await card('Queue').textContent()).toMatch(/waits\s*for \d+ s/);
    expect(await card('Users').textContent()).toContain('standard');
    expect(await card('Storage').textContent()).toMatch(/\d MB/);
    expect(await card('Errors inside').isVisible()).toBe(true);
    const shown = await page.content();
    for (const secret of [adminToken, ...Object.values(deployment.app.sandboxKeys ?? {})])
      expect(shown).not.toContain(secret);
    await page.context().close();
  });

  it('lets in by the token alone, for a browser that keeps it from scripts and other sites, until it is left', async () => {
    const page = await open();
    await signIn(page, 'a-wrong-admin-token');
    expect(await page.getByRole('alert').textContent()).toBe('That is not the admin token of this server.');
    expect(await page.context().cookies()).toEqual([]);
    await signIn(page);
    const [cookie, ...others] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(cookie?.value).not.toContain(adminToken);
    expect(others).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    await page.context().close();
  });

  it('has a cookie that is of no use at the API, nor when its end was changed', async () => {
    const ask = (path: string, init: RequestInit) =>
      deployment.app.admin?.(new Request(`http://admin${path}`, init));
    const body = new URLSearchParams({ token: adminToken });
    const entered = await ask('/sign-in', { method: 'POST', body });
    const [cookie = ''] = entered?.headers.get('set-cookie')?.split(';') ?? [];
    const status = async (path: string, sent: string) =>
      (await ask(path, { headers: { cookie: sent } }))?.status;
    expect(await status('/', cookie)).toBe(200);
    expect(await status('/', cookie.replace('=1', '=9'))).toBe(401);
    expect(await status('/users', cookie)).toBe(401);
  });
});
