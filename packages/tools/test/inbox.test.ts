import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listenFetch } from '../src/node/listen-fetch.ts';
import { createNotificationService, type NotificationService } from '../src/service/index.ts';
import { callerOf } from './helpers/service-caller.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

describe('The inbox page in a browser', () => {
  let browser: Browser;
  let listener: Listener;
  let service: NotificationService;

  beforeAll(async () => {
    if (!existsSync(executablePath))
      throw new Error(`There is no ${executablePath}. Run .ci/install-browser.`);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    service = await createNotificationService();
    listener = await listenFetch(service.fetch);
  });
  afterAll(async () => {
    await browser?.close();
    await listener?.close();
  });

  async function openInbox() {
    const { token } = await service.createUser({ email: `${crypto.randomUUID()}@example.org`, name: 'Sam' });
    const page = await browser.newPage();
    page.setDefaultTimeout(280_000);
    await page.goto(`${listener.address}/inbox`);
    return { page, token, call: callerOf(service, token) };
  }

  async function logIn(page: Page, token: string) {
    await page.fill('#token', token);
    await page.click('button');
  }

  it('shows what arrives, while it arrives, and what was dismissed or deleted', async () => {
    const { page, token, call } = await openInbox();
    await call('POST', '/pushes', { type: 'link', title: 'Menu', url: 'https://example.org/menu' });
    await logIn(page, token);
    await page.waitForSelector('text=1 push');
    expect(await page.getAttribute('li a', 'href')).toBe('https://example.org/menu');
    const { body } = await call('POST', '/pushes', { type: 'note', title: 'Dinner', body: 'Ready' });
    await page.waitForSelector('h2:text("Dinner")');
    await page.click(`li[data-iden="${body.iden}"] button`);
    await page.waitForSelector(`li.dismissed[data-iden="${body.iden}"]`);
    await call('DELETE', `/pushes/${body.iden}`);
    await page.waitForSelector(`li[data-iden="${body.iden}"]`, { state: 'detached' });
    expect(await page.locator('li').count()).toBe(1);
    await page.close();
  });

  it('runs nothing that a push contains', async () => {
    const { page, token, call } = await openInbox();
    const hostile = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>';
    await call('POST', '/pushes', {
      type: 'link',
      title: hostile,
      body: hostile,
      url: 'javascript:document.title="broken"',
    });
    await call('POST', '/pushes', {
      type: 'file',
      file_name: hostile,
      file_type: 'text/html',
      file_url: 'data:text/html,x',
    });
    await logIn(page, token);
    await page.waitForSelector('text=2 pushes');
    expect(await page.locator('li a, li img, li script').count()).toBe(0);
    expect(await page.locator('li h2').allTextContents()).toEqual([hostile, hostile]);
    expect(await page.title()).toBe('Inbox');
    await page.close();
  });

  it('says what is wrong with a token, and asks again', async () => {
    const { page } = await openInbox();
    await logIn(page, 'nonsense');
    await page.waitForSelector('text=The access token is missing or invalid.');
    expect(await page.isVisible('#login')).toBe(true);
    await page.close();
  });
});
