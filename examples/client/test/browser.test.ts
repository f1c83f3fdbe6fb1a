import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from './helpers/find-browser.ts';
import { servePage } from './helpers/serve-page.ts';

const browserPath = findBrowser();
const how = browserPath ? '' : ' (skipped: no Chromium here; .ci/install-browser installs one)';

describe('The client in headless Chromium', () => {
  it.skipIf(!browserPath)(
    `streams, pages, hangs up and tells errors apart as it does in Node${how}`,
    async () => {
      const server = await servePage(await bundle());
      onTestFinished(() => server.close());
      const browser = await chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      await page.goto(server.origin);
      const found = await page.waitForFunction(() => Reflect.get(globalThis, 'found'));
      expect(await found.jsonValue()).toEqual({
        id: 'run-1',
        text: 'Hello, é😀.',
        events: [{ n: 1 }, { n: 2 }],
        page: [{ auth: 'Bearer jwt' }],
        notFound: true,
        html: 'ResponseFormatError',
        reset: 'ConnectionError',
        // A browser shows a redirect that isn't followed as status 0.
        redirect: 'ApiError',
        stalled: 'CallTimeoutError',
      });
      await server.hungUp;
    },
  );
});

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('browser/program.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    conditions: ['@agent-workers/source'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
