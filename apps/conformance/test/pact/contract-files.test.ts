import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { at } from '../../src/json/json-record.ts';
import { alternativesIn } from '../../src/pact/alternatives.ts';
import { findOwnPacts, readPactFile } from '../../src/pact/pact-file.ts';
import { allStates } from '../../src/pact/states/all-states.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const files = await Promise.all((await findOwnPacts()).map(readPactFile));
const interactions = files.flatMap(({ document }) => document.interactions);
const texts = await Promise.all(files.map(async ({ path }) => readable(await readFile(path, 'utf8'))));

/** Bodies that a contract keeps encoded could hide something. */
function readable(text: string): string {
  const decode = (_: string, value: unknown): unknown =>
    typeof value === 'object' &&
    value !== null &&
    'encoded' in value &&
    value.encoded === 'base64' &&
    'content' in value
      ? Buffer.from(String(value.content), 'base64').toString('utf8')
      : value;
  return JSON.stringify(JSON.parse(text, decode));
}

interface Rule {
  readonly match: string;
}

/** All objects in a document that name a way of matching. */
function rulesIn(value: unknown): Rule[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'match' in value && typeof value.match === 'string' ? [{ match: value.match }] : [];
  return [...own, ...Object.values(value).flatMap(rulesIn)];
}

/** The statuses that an interaction takes, where it names them. */
function statusesOf({ response }: (typeof interactions)[number]): number[] {
  const [rule] =
    (at(response, ['matchingRules', 'status', '$', 'matchers']) as { status: unknown }[] | undefined) ?? [];
  return Array.isArray(rule?.status) ? rule.status : [];
}

describe('The committed contracts', () => {
  test('take another status only where the interface leaves the choice', async () => {
    const isAlternative = alternativesIn((await loadSpec()).rules);
    const chosen = interactions.filter((one) => statusesOf(one).length > 0);
    expect(chosen.length).toBeGreaterThan(30);
    const tooMuch = chosen.filter((one) => {
      const [operation = ''] = one.description.split(' ');
      const expected = one.response?.status ?? 0;
      return statusesOf(one).some(
        (status) => status !== expected && !isAlternative(operation, expected, status),
      );
    });
    expect(tooMuch.map(({ description }) => description)).toEqual([]);
  });

  test('are with both providers', () => {
    expect(files.map(({ provider }) => provider).sort()).toEqual(['user-api', 'workers-api']);
    expect(interactions.length).toBeGreaterThan(250);
  });

  test('have no rule by which the same answer is right on one machine and wrong on another', () => {
    const kinds = new Set(files.flatMap(({ document }) => rulesIn(document)).map(({ match }) => match));
    expect([...kinds].sort()).toEqual(['equality', 'regex', 'statusCode', 'type']);
  });

  test('have no two interactions that a report could not tell apart', () => {
    const descriptions = interactions.map(({ description }) => description);
    expect(descriptions.filter((one, index) => descriptions.indexOf(one) !== index)).toEqual([]);
  });

  test('ask only for known states', () => {
    const asked = interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name));
    expect([...new Set(asked)].filter((name) => !allStates.has(name))).toEqual([]);
  });

  test('are asked for each state that is known here', () => {
    const asked = new Set(
      interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)),
    );
    // Those are for the contracts of other clients.
    const others = [
      'the operation fails inside the platform',
      'VIP codes that cannot be counted',
      'a private agent of the caller',
    ];
    expect([...allStates.keys()].filter((name) => !asked.has(name) && !others.includes(name))).toEqual([]);
  });

  test('hold nothing that looks like a secret', () => {
    const suspicious = /\beyJ[\w-]{10,}|\bawk_\w+|\bsk[-_]\w{8,}|[A-Za-z0-9_-]{40,}/g;
    expect(texts.flatMap((text) => text.match(suspicious) ?? [])).toEqual([]);
    const credentials = texts.flatMap((text) => text.match(/Bearer [^"]+/g) ?? []);
    expect(new Set(credentials)).toEqual(
      new Set(['Bearer example-credential', 'Bearer [A-Za-z0-9._~+/-]+=*$']),
    );
  });
});
