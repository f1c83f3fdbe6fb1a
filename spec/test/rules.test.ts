import { describe, expect, test } from 'vitest';
import { loadRules, loadTools, type Rule } from '../src/contract-files.ts';
import { locate, userApiRows } from './interface-document.ts';
import { type Operation, openApiOperations, operationOfRow } from './openapi-documents.ts';

const { rules, unspecified, facts } = loadRules();
const entries = [...rules, ...unspecified, ...facts];
const ids = new Set(entries.map(({ id }) => id));
const operations = openApiOperations();
const operationIds = operations.map(({ id }) => id);

describe('Rules, unspecified behavior and facts', () => {
  test('each text stands, letter by letter, on exactly one line of the section it names', () => {
    const misplaced = entries
      .map(({ id, section, text }) => ({ id, lines: locate(section, text).map(({ number }) => number) }))
      .filter(({ lines }) => lines.length !== 1);
    expect(misplaced).toEqual([]);
  });

  test('each id is given once', () => {
    expect(entries.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
  });

  test('they stand in the order of the document', () => {
    expect(outOfOrder(rules)).toEqual([]);
    expect(outOfOrder(unspecified)).toEqual([]);
    expect(outOfOrder(facts)).toEqual([]);
  });

  test('every sentence that says "not shown" is unspecified behavior', () => {
    const sentences = ['0', '1', '2', '3', '4.1', '4.2', '5', '6', '7', '8', '9'].flatMap((section) =>
      locate(section, 'not shown').map(({ number }) => number),
    );
    const silent = new Set(
      unspecified.flatMap(({ section, text }) => locate(section, text)).map(({ number }) => number),
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((line) => !silent.has(line))).toEqual([]);
  });

  test('an unspecified body is unspecified behavior', () => {
    const unspecified = userApiRows().filter(({ success }) => success.includes('unspecified'));
    const silent = unspecified
      .flatMap(({ section, text }) => locate(section, text))
      .map(({ number }) => number);
    expect(unspecified.length).toBeGreaterThan(0);
    expect(unspecified.filter(({ number }) => !silent.includes(number))).toEqual([]);
  });
});

describe('Rules', () => {
  test('each names operations that the OpenAPI documents have', () => {
    const unknown = rules.flatMap(({ id, operations = [] }) =>
      operations
        .filter((operation) => !operationIds.includes(operation))
        .map((operation) => `${id}: ${operation}`),
    );
    expect(unknown).toEqual([]);
  });

  test('each names an integration tool that tools.yaml has', () => {
    const known = loadTools().tools.map(({ name }) => name);
    const named = rules.flatMap(({ tool = 'all' }) => (tool === 'all' ? [] : tool));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every operation is bound by a rule', () => {
    const bound = new Set(rules.flatMap(({ operations = [] }) => operations));
    expect(operationIds.length).toBeGreaterThan(0);
    expect(operationIds.filter((id) => !bound.has(id))).toEqual([]);
  });

  test.each([
    { rule: 'auth.open-needs-no-credential', binds: 'open', holds: isOpen },
    { rule: 'auth.others-require-bearer', binds: 'closed', holds: (each: Operation) => !isOpen(each) },
    {
      rule: 'validation.invalid-input-is-422',
      binds: '422',
      holds: ({ responses }: Operation) => responses.has('422'),
    },
  ])(
    '$rule binds the User API operations that are $binds in the OpenAPI document, and no other',
    ({ rule, holds }) => {
      const bound = rules.find(({ id }) => id === rule)?.operations ?? [];
      const held = operations.filter((each) => each.document === 'user-api' && holds(each));
      expect(held.length).toBeGreaterThan(0);
      expect([...bound].sort()).toEqual(held.map(({ id }) => id).sort());
    },
  );

  test('each is either checked or says why it is not', () => {
    expect(rules.filter(({ checks, notChecked }) => Boolean(checks) === Boolean(notChecked))).toEqual([]);
  });

  test('a reason that names another rule names one that exists', () => {
    const dangling = rules.flatMap(({ id, notChecked: { rule = '', text = '' } = {} }) =>
      (`${rule} ${text}`.match(/\b[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]+\b/g) ?? [])
        .filter((named) => !ids.has(named))
        .map((named) => `${id}: ${named}`),
    );
    expect(dangling).toEqual([]);
  });

  test('every endpoint row has a rule for its success that quotes the row up to it', () => {
    const missing = userApiRows().filter((row) => {
      const opening = `${row.text.slice(2, row.text.indexOf(` | ${row.success} |`))} | ${row.success}`;
      return !rulesOfRow(row).some(({ text }) => text.startsWith(opening));
    });
    expect(missing).toEqual([]);
  });

  test.each(userApiRows().filter(({ errors }) => errors.length > 0))(
    '$method $path has a rule of its own for each documented error',
    (row) => {
      const own = rulesOfRow(row);
      const missing = row.errors.filter((error) => {
        const end = row.text.lastIndexOf(error) + error.length;
        const suffix = `-is-${error.slice(0, 3)}`;
        return !own.some(
          ({ id, text }) => id.endsWith(suffix) && row.text.indexOf(text) + text.length === end,
        );
      });
      expect(missing).toEqual([]);
    },
  );

  test.each(userApiRows().filter(({ input }) => /[a-z_]+ (?:uuid|string|integer)\b|\bquery /.test(input)))(
    '$method $path has a rule for each parameter that its row describes',
    (row) => {
      const own = rulesOfRow(row).filter(({ id }) => !/-is-\d{3}$/.test(id));
      const described = row.input.split(/; |, (?=limit )/);
      expect(described.filter((input) => !own.some(({ text }) => text.endsWith(input)))).toEqual([]);
    },
  );
});

function isOpen({ security }: Operation): boolean {
  return Array.isArray(security) && security.length === 0;
}

function rulesOfRow(row: { number: number; method: string; path: string }): Rule[] {
  const operation = operationOfRow(row)?.id;
  return rules.filter(
    ({ section, text, operations = [] }) =>
      section === '4.2' &&
      operations.some((id) => id === operation) &&
      locate(section, text)[0]?.number === row.number,
  );
}

function outOfOrder(list: { id: string; section: string; text: string }[]): string[] {
  const lines = list.map(({ section, text }) => locate(section, text)[0]?.number ?? 0);
  return list.filter((_, index) => (lines[index] ?? 0) < (lines[index - 1] ?? 0)).map(({ id }) => id);
}
