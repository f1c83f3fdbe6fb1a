import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNdjson } from '../../../../packages/client-fetch/src/streams/decode-ndjson.ts';
import { brokenLine } from '../../src/pact/ndjson-lines.ts';
import { findOwnPacts, readPactFile } from '../../src/pact/pact-file.ts';

const texts = (await Promise.all((await findOwnPacts()).map(readPactFile))).map(({ document }) => document);
/** By which the contract describes a stream. */
const patterns = [...new Set(texts.flatMap(({ interactions }) => interactions.flatMap(patternOf)))];

const json = fc.jsonValue().map((value) => JSON.stringify(value));
const alike = fc.constantFrom(
  '[DONE]',
  'data: {}',
  '{"cut',
  '{"a":1}}',
  "{'a':1}",
  '01',
  '\ufeff1',
  '[1,]',
  'nul',
);
const blank = fc.constantFrom('', ' ', '\t', '\r', '\u00a0');
const line = fc.tuple(blank, fc.oneof({ weight: 6, arbitrary: json }, alike, blank, fc.string()), blank);
const stream = fc
  .array(
    line.map((parts) => parts.join('')),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => lines.join('\n'));

test('A stream is taken exactly where our own client can decode it', async () => {
  await fc.assert(
    fc.asyncProperty(stream, async (text) => {
      expect(brokenLine(text) === undefined).toBe((await decoded(text)) !== undefined);
    }),
    { numRuns: 500 },
  );
});

test('The pattern of the contract takes all that our own client can decode', async () => {
  expect(patterns).toHaveLength(1);
  const pattern = new RegExp(patterns[0] ?? '');
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 4 }), async (lines) => {
      const text = lines.join('\n');
      expect(await decoded(text)).toHaveLength(lines.length);
      expect(pattern.test(text)).toBe(true);
    }),
  );
});

async function decoded(text: string): Promise<unknown[] | undefined> {
  const bytes = new TextEncoder().encode(text);
  const chunks = async function* () {
    yield bytes;
  };
  return decodeNdjson(chunks())
    .toArray()
    .catch(() => undefined);
}

function patternOf({ response }: { readonly response?: unknown }): string[] {
  const rules = JSON.stringify(response ?? {});
  if (!rules.includes('application/x-ndjson')) return [];
  const { matchingRules } = response as { matchingRules: { body: { $: { matchers: { regex: string }[] } } } };
  return matchingRules.body.$.matchers.map(({ regex }) => regex);
}
