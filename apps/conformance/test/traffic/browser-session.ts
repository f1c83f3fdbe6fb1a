import { chromium } from 'playwright-core';
import type { Access } from './clients.ts';

/** A page in Chromium that calls the platform as a web app does; Playwright keeps a HAR of it. */
export async function browseInChromium(
  executablePath: string,
  har: string,
  { agentsUrl, baseUrl, apiKey, jwt, agentId }: Access,
): Promise<void> {
  // The page is of another site, which a deployment may or may not allow.
  const args = ['--no-sandbox', '--disable-web-security'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } });
    const page = await context.newPage();
    await page.route('http://page.example/', (route) =>
      route.fulfill({ body: '<html lang="en"><title>Tides</title></html>', contentType: 'text/html' }),
    );
    await page.goto('http://page.example/');
    await page.evaluate(session, { agentsUrl, baseUrl, apiKey, jwt, agentId });
    await context.close();
  } finally {
    await browser.close();
  }
}

type Told = Omit<Access, 'fetch'>;

/** Runs in the page, which knows nothing of this module. */
async function session({ agentsUrl, baseUrl, apiKey, jwt, agentId }: Told): Promise<void> {
  const ask = async (method: string, url: string, token: string, body?: object) => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { headers: response.headers, text: await response.text() };
  };
  for (const path of ['/me/', '/me/agents', '/me/chats', '/me/bundles', '/me/tools', '/me/vip'])
    await ask('GET', `${baseUrl}${path}`, jwt);
  for (const form of ['', '/ndjson']) {
    const started = await ask('POST', `${agentsUrl}${form}/${agentId}`, apiKey, { message: 'Hello there' });
    const run = started.headers.get('x-service-run-id');
    await ask('PUT', `${agentsUrl}${form}/${agentId}/${run}`, apiKey, { message: 'And tomorrow?' });
    await ask('GET', `${agentsUrl}/${agentId}/${run}`, apiKey);
  }
}
