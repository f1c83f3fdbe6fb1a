import { expect, test } from 'vitest';
import { loadLaws, loadResources, loadRules } from '../src/contract-files.ts';
import { locate } from './interface-document.ts';
import { openApiOperations } from './openapi-documents.ts';

const { laws } = loadLaws();
const { families } = loadResources();

test('each law quotes words that stand on exactly one line of the section it names', () => {
  const misplaced = laws
    .map(({ id, section, text }) => ({ id, lines: locate(section, text).map(({ number }) => number) }))
    .filter(({ lines }) => lines.length !== 1);
  expect(misplaced).toEqual([]);
});

test('each id is given once, and to no rule', () => {
  const ids = [...laws, ...loadRules().rules].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each law names operations and families that there are, and binds an operation', () => {
  const known = new Set(openApiOperations().map(({ id }) => id));
  const names = new Set(families.map(({ name }) => name));
  for (const { id, operations = [], does = [], families: chosen = [] } of laws) {
    expect({ id, unknown: operations.filter((one) => !known.has(one)) }).toEqual({ id, unknown: [] });
    expect({ id, unknown: chosen.filter((one) => !names.has(one)) }).toEqual({ id, unknown: [] });
    const bound = families
      .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
      .flatMap((family) => Object.values(family.operations).filter((one) => does.includes(one.does)));
    expect({ id, binds: operations.length + bound.length > 0 }).toEqual({ id, binds: true });
  }
});

test('an implied rule or law tells why, and a stated one needs no more than its words', () => {
  const wrong = [...laws, ...loadRules().rules].filter(
    ({ basis = 'stated', reading }) => (basis === 'implied') !== (reading !== undefined),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
