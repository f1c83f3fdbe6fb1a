import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const { bugs, homepage, repository, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

const [owner, name] = new URL(homepage).pathname.slice(1).split('/');
/** The site has a page for each rule, to which reports link. */
const rulesUrl = `https://${owner}.github.io/${name}/rules/`;

/**
 * What users get in the version that we test, and no other: a seed must draw the same cases everywhere, and processes that
 * share a database must agree on what its queue and its folder look like.
 */
const pinned = ['fast-check', 'pg-boss', '@electric-sql/pglite'];

/** A security fix of a dependency reaches users without a release of ours. Packages of one version need each other's. */
function ranged(dependencies) {
  const isOpen = ([name]) => !pinned.includes(name) && !name.startsWith('@agent-workers/');
  const entries = Object.entries(dependencies);
  return Object.fromEntries(
    entries.map((entry) => (isOpen(entry) ? [entry[0], entry[1].replace(/^(?=\d)/, '^')] : entry)),
  );
}

/** What is published says where it comes from. The address stands in the root's package.json alone. */
export const hooks = {
  beforePacking(manifest, folder) {
    const directory = relative(root, folder);
    return {
      ...manifest,
      ...(manifest.dependencies && { dependencies: ranged(manifest.dependencies) }),
      ...(manifest.name === '@agent-workers/conformance' && { rulesUrl }),
      license,
      bugs,
      homepage: `${homepage}/tree/main/${directory}`,
      repository: { ...repository, directory },
    };
  },
};
