import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const { bugs, homepage, repository, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

const [owner, name] = new URL(homepage).pathname.slice(1).split('/');
/** The site has a page for each rule, to which reports link. */
const rulesUrl = `https://${owner}.github.io/${name}/rules/`;

/** What is published says where it comes from. The address stands in the root's package.json alone. */
export const hooks = {
  beforePacking(manifest, folder) {
    const directory = relative(root, folder);
    return {
      ...manifest,
      ...(manifest.name === '@agent-workers/conformance' && { rulesUrl }),
      license,
      bugs,
      homepage: `${homepage}/tree/main/${directory}`,
      repository: { ...repository, directory },
    };
  },
};
