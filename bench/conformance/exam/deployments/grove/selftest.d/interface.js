// What the interface says, to compare faults.json with it.

import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../given/interface.md', import.meta.url), 'utf8');

/** Whether these words stand in the interface, verbatim. */
export const says = (words) => text.includes(words);

const cells = [...text.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| ([^|]+) \|/gm)];

/** All operations of section 4: `GET {base_url}/me/agents` … */
export const operations = cells.map(([, method, path]) => {
  const template = path.replace(/\((?:no auth declared|deprecated)\)/g, '').trim();
  return `${method} ${template.startsWith('{') ? '' : '{base_url}'}${template}`;
});
