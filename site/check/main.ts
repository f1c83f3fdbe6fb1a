import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browse } from './browse.ts';
import { findTroubles } from './find-troubles.ts';
import { readSite } from './read-site.ts';

/** Checks the built site: every link, what it loads, its weight, and what a browser shows, where there is one. */
const folder = fileURLToPath(new URL('../dist/', import.meta.url));
const { homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const base = `/${new URL(homepage).pathname.split('/').at(-1)}`;
const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const pages = readSite(folder);
const seen = browser === undefined ? [] : await browse(folder, base, browser);
const troubles = [...findTroubles(pages, folder, base), ...seen];
for (const trouble of troubles) process.stderr.write(`${trouble}\n`);
const looked = browser === undefined ? 'not looked at: there is no browser' : 'looked at in a browser';
process.stdout.write(`${pages.length} pages, ${looked}, ${troubles.length} troubles\n`);
process.exitCode = troubles.length === 0 ? 0 : 1;
