import { readFileSync } from 'node:fs';

const { homepage } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Lines of a changelog that lead to the commit which brought the change. No token and no request are needed. */
export default {
  getReleaseLine({ commit, summary }) {
    const [first, ...more] = summary.split('\n').map((line) => line.trimEnd());
    const link = commit ? `[\`${commit.slice(0, 7)}\`](${homepage}/commit/${commit}) ` : '';
    return [`- ${link}${first}`, ...more.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
  },
  // Packages of one version always depend on each other in that version; a line for it would say nothing.
  getDependencyReleaseLine: () => '',
};
