import * as z from 'zod';
import { UsageError } from '../../deployment/errors.ts';
import { didYouMean } from '../../deployment/nearest.ts';
import { isRecord } from '../../json/json-record.ts';
import { parseJson } from '../../json/parse-json.ts';

const text = z.string().min(1);
const yes = z.literal(true);

/** Which versions of consumers are asked for, as the vendor documents it. */
const selectorSchema = z.strictObject({
  mainBranch: yes.optional(),
  branch: text.optional(),
  fallbackBranch: text.optional(),
  matchingBranch: yes.optional(),
  tag: text.optional(),
  fallbackTag: text.optional(),
  latest: z.boolean().optional(),
  deployed: yes.optional(),
  released: yes.optional(),
  deployedOrReleased: yes.optional(),
  environment: text.optional(),
  consumer: text.optional(),
});

export type Selector = z.infer<typeof selectorSchema>;

const known = Object.keys(selectorSchema.shape);

/**
 * A selector as it is typed.
 *
 * @throws UsageError when it's none: a broker passes over what it doesn't understand
 */
export function parseSelector(typed: string): Selector {
  const value = parseJson(typed);
  const complaint = (why: string): UsageError => new UsageError(`--selector ${typed}: ${why}`);
  if (!isRecord(value)) throw complaint('it is JSON such as {"mainBranch": true}.');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw complaint(`there is no "${unknown}".${didYouMean(unknown, known)} There are ${known.join(', ')}.`);
  const parsed = selectorSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw complaint(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  if (Object.keys(parsed.data).length === 0) throw complaint('it selects nothing.');
  return parsed.data;
}

/** Those that the broker's makers recommend. */
export function usualSelectors(branch: string | undefined): readonly Selector[] {
  const matching: Selector[] = branch === undefined ? [] : [{ matchingBranch: true }];
  return [{ mainBranch: true }, ...matching, { deployedOrReleased: true }];
}
