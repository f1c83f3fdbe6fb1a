import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractPages } from './contract-pages.ts';
import { toFile } from './page.ts';
import { repositoryPages } from './repository-pages.ts';

/** Writes every page of the site into src/content, from the contract and the documents of the repository. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const site = join(root, 'site');
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const base = `/${new URL(homepage).pathname.split('/').at(-1)}`;
const { rules: mutants } = JSON.parse(readFileSync(join(root, 'apps/conformance/kill-matrix.json'), 'utf8'));

const front = {
  slug: '',
  title: 'Agent Workers Contract Kit',
  description: 'The contract of the Agent Workers Platform: judged, implemented, and called from TypeScript.',
  text: [
    `- **You call the platform from TypeScript:** [start here](${base}/start/call-the-platform/)`,
    `- **You run a deployment:** [judge it](${base}/start/run-a-deployment/), or [host the reference deployment](${base}/server/self-hosting/)`,
    `- **You give tools to a model:** [start here](${base}/start/tools-for-a-model/)`,
    '',
    `The contract itself: [operations](${base}/operations/), [rules](${base}/rules/), [the interface](${base}/interface/). [A report of a failing run](${base}/report/) shows what a finding looks like.`,
  ].join('\n'),
};

const content = join(site, 'src/content/docs');
rmSync(content, { recursive: true, force: true });
const pages = [front, ...repositoryPages(root, homepage, base), ...contractPages({ mutants, base })];
for (const page of pages) {
  const path = join(content, `${page.slug === '' ? 'index' : page.slug}.md`);
  mkdirSync(dirname(path), { recursive: true });
  // The front page is known by its file.
  writeFileSync(path, page.slug === '' ? toFile(page).replace('slug: ""\n', '') : toFile(page));
}
cpSync(join(root, 'docs/images'), join(site, 'public'), { recursive: true });
process.stdout.write(`${pages.length} pages\n`);
