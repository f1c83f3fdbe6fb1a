import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { clickThrough } from './click-through.ts';
import { baseOf, findTroubles } from './find-troubles.ts';
import { lookAtAll } from './look.ts';
import { type BuiltPage, readSite } from './read-site.ts';
import { serveSite } from './serve-site.ts';

/** Checks the built site: every link, what it loads, its weight, and what a browser shows, where there is one. */
const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const { homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const base = baseOf(homepage);
const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** Those that are made alike, of which some are enough. */
const alike = /^\/(?:rules|operations|api|decisions)\/./;
const everySo = 40;

function toLookAt(pages: readonly BuiltPage[]): readonly string[] {
  const paths = pages.map(({ path }) => path).sort();
  const many = paths.filter((path) => alike.test(path));
  return [...paths.filter((path) => !many.includes(path)), ...many.filter((_, at) => at % everySo === 0)];
}

async function browse(pages: readonly BuiltPage[], executablePath: string): Promise<readonly string[]> {
  const site = await serveSite(folder, base);
  const started = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const urls = toLookAt(pages).map(site.at);
    return [...(await lookAtAll(started, urls)), ...(await clickThrough(started, site))];
  } finally {
    await started.close();
    site.close();
  }
}

const pages = readSite(folder);
const seen = browser === undefined ? [] : await browse(pages, browser);
const troubles = [...findTroubles(pages, folder, homepage), ...seen];
for (const trouble of troubles) process.stderr.write(`${trouble}\n`);
const looked =
  browser === undefined
    ? 'not looked at: there is no browser'
    : `${toLookAt(pages).length} looked at in a browser`;
process.stdout.write(`${pages.length} pages, ${looked}, ${troubles.length} troubles\n`);
process.exitCode = troubles.length === 0 ? 0 : 1;
