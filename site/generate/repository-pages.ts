import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rewriteLinks } from './links.ts';
import type { Page } from './page.ts';
import { startPages } from './start-pages.ts';

/** Documents of the repository that are pages of the site as well: their paths and where they lie there. */
const documents: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'apps/conformance/README.md': 'conformance',
  'apps/conformance/PACT.md': 'conformance/contracts',
  'apps/conformance/TRAFFIC.md': 'conformance/traffic',
  'apps/server/README.md': 'server',
  'apps/server/SELF-HOSTING.md': 'server/self-hosting',
  'apps/server/docs/code-interpreter.md': 'server/code-interpreter',
  'apps/server/docs/observability.md': 'server/observability',
  'apps/server/docs/options.md': 'server/options',
  'apps/server/docs/payments.md': 'server/payments',
  'apps/server/docs/runs.md': 'server/runs',
  'apps/server/docs/testing.md': 'server/testing',
  'apps/server/docs/tools-and-schedules.md': 'server/tools-and-schedules',
  'apps/server/docs/unspecified-behavior.md': 'server/unspecified-behavior',
  'bench/client/README.md': 'figures/client',
  'bench/conformance/README.md': 'figures/conformance',
  'bench/install/README.md': 'figures/install',
  'bench/server/README.md': 'figures/server',
  'bench/tools/README.md': 'figures/tools',
  'examples/ci/README.md': 'conformance/ci',
  'images/README.md': 'server/images',
  'packages/client-fetch/README.md': 'packages/client-fetch',
  'packages/client-fetch/RECIPES.md': 'packages/recipes',
  'packages/tools/README.md': 'packages/tools',
  'packages/types/README.md': 'packages/types',
  'spec/README.md': 'packages/spec',
  'spec/interface.md': 'interface',
};

/** Pages made of what the repository's readers have beside the code; links between them become links of the site. */
export function repositoryPages(root: string, homepage: string, base: string): Page[] {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).map(
    (path) => [path, `decisions/${basename(path, '.md')}`] as const,
  );
  const slugs = new Map([...Object.entries(documents), ...decisions]);
  const rewrite = (path: string, text: string): string => rewriteLinks(text, { path, slugs, homepage, base });
  const pages = [...slugs].map(([path, slug]) => {
    const [title, text] = split(readFileSync(join(root, path), 'utf8'));
    return { slug, title: titles[slug] ?? title, text: rewrite(path, text) };
  });
  return [...pages, ...startPages(root).map((page) => ({ ...page, text: rewrite('README.md', page.text) }))];
}

const titles: Readonly<Record<string, string>> = {
  'conformance/ci': 'In your CI',
  'figures/client': 'Figures of the client',
  'figures/tools': 'Figures of the tools',
};

/** The first heading is the title of the page. */
function split(text: string): readonly [title: string, text: string] {
  const [, title = '', rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(text.trimStart()) ?? [];
  if (title === '') throw new Error(`A document begins with a heading; this one with: ${text.slice(0, 60)}`);
  return [title.replaceAll('`', ''), rest];
}
