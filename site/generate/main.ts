import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './api/api-pages.ts';
import { readEntries } from './api/read-entries.ts';
import { readTraces } from './contract/read-traces.ts';
import { contractPages } from './contract-pages.ts';
import { frontPage } from './front-page.ts';
import { toFile } from './page.ts';
import { repositoryPages } from './repository-pages.ts';
import { sampleReport } from './sample-report.ts';

/** Writes every page of the site into src/content, from the contract, the packages and the documents of the repository. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const site = join(root, 'site');
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const base = `/${new URL(homepage).pathname.split('/').at(-1)}`;
const { rules: mutants } = JSON.parse(readFileSync(join(root, 'apps/conformance/kill-matrix.json'), 'utf8'));
const traces = readTraces(join(root, 'apps/conformance/test/traces'));
const packages = ['packages/types', 'packages/client-fetch', 'packages/tools', 'apps/server'];

const content = join(site, 'src/content/docs');
rmSync(content, { recursive: true, force: true });
const pages = [
  frontPage(base),
  ...repositoryPages(root, homepage, base),
  ...(await contractPages({ mutants, traces, base })),
  ...apiPages(
    packages.map((folder) => readEntries(join(root, folder))),
    base,
  ),
];
for (const page of pages) {
  const path = join(content, `${page.slug === '' ? 'index' : page.slug}.md`);
  mkdirSync(dirname(path), { recursive: true });
  // The front page is known by its file.
  writeFileSync(path, page.slug === '' ? toFile(page).replace('slug: ""\n', '') : toFile(page));
}
cpSync(join(root, 'docs/images'), join(site, 'public'), { recursive: true });
mkdirSync(join(site, 'public/report'), { recursive: true });
writeFileSync(join(site, 'public/report/index.html'), await sampleReport(base));
process.stdout.write(`${pages.length} pages\n`);
