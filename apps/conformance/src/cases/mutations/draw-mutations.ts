import * as fc from 'fast-check';
import { isRecord, withAt } from '../../json/json-record.ts';
import { placeOf, propertiesIn } from './properties-in.ts';
import type { BodyVariant } from './variant.ts';
import { isSpared, type ValidBody } from './vary-body.ts';

const [firstSurrogate, surrogates, codePoints] = [0xd800, 0x800, 0x110000];

/** Any character. The unit of the same kind that fast-check has keeps a table of them all: 90 MB. */
const character = fc
  .nat({ max: codePoints - surrogates - 1 })
  .map((point) => String.fromCodePoint(point < firstSurrogate ? point : point + surrogates));

/** Any JSON at all, texts of any characters included. */
const anyJson = fc.oneof(
  fc.string({ unit: character, maxLength: 200 }),
  fc.jsonValue({ stringUnit: character }),
  fc.double(),
  fc.bigInt().map(String),
);

/** Bodies in which one property has a random value; the same seed draws the same. */
export function drawMutations(
  valid: ValidBody,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly BodyVariant[] {
  const { body } = valid;
  if (!isRecord(body) || count === 0) return [];
  const free = propertiesIn(valid.schema, body).filter(({ path }) => !isSpared(path, valid));
  if (free.length === 0) return [];
  const drawn = fc.record({ property: fc.constantFrom(...free), value: anyJson });
  return fc.sample(drawn, { seed, numRuns: count }).map(({ property: { path }, value }, index) => ({
    kind: 'mutation',
    mutation: { kind: 'random', number: index + 1, seed, at: placeOf(path) },
    parameter: path.join('.'),
    path,
    text: JSON.stringify(withAt(body, path, value)),
  }));
}
