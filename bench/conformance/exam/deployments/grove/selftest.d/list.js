// Checks the list of faults against the interface and the source.

import { readFileSync, readdirSync } from 'node:fs';
import { operations, says } from './interface.js';

const ROOT = new URL('../src', import.meta.url).pathname;

const sources = readdirSync(ROOT, { recursive: true })
  .filter((name) => name.endsWith('.js') && !name.endsWith('faults.js'))
  .map((name) => readFileSync(`${ROOT}/${name}`, 'utf8')).join('\n');

/** The ids that the source knows: `on('…')`, choices of two, and helpers that take an id. */
export function idsInSource() {
  const ids = new Set();
  const calls = [...sources.matchAll(/\b(?:on|open|token)\(([^()]*)\)/g)].map(([, inside]) => inside);
  const keys = [...sources.matchAll(/^ {2}('[a-z0-9-]+'): \['NOTIFIER/gm)].map(([, key]) => key);
  for (const text of [...calls, ...keys]) for (const [, id] of text.matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)+)'/g)) ids.add(id);
  return ids;
}

/** What is wrong, as texts. */
export function checkList(listed, faults) {
  const found = [];
  const plain = faults.map(({ probe, ...fault }) => fault);
  if (JSON.stringify(listed) !== JSON.stringify(plain)) found.push('is not what the probes say: run `npm run build`');
  const ids = faults.map((fault) => fault.id);
  const known = idsInSource();
  for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) found.push(`${id} stands there twice`);
  for (const id of ids) if (!known.has(id)) found.push(`${id} is not in the source`);
  for (const id of known) if (!ids.includes(id)) found.push(`${id} is in the source only`);
  for (const fault of faults) {
    if (!says(fault.words)) found.push(`${fault.id}: the interface does not say "${fault.words}"`);
    if (!['request', 'sequence', 'timing'].includes(fault.needs)) found.push(`${fault.id}: needs ${fault.needs}`);
    for (const one of fault.operation) if (!operations.includes(one)) found.push(`${fault.id}: there is no operation ${one}`);
  }
  const narrow = faults.filter((fault) => fault.operation.length < 20); // those of all operations say little of one
  for (const one of operations) if (!narrow.some((fault) => fault.operation.includes(one))) found.push(`no fault of ${one}`);
  return found;
}
