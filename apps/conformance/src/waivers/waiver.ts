import * as z from 'zod';
import { leftoverReasons } from '../exchanges/ledger.ts';

const said = z.string().trim().min(1, 'must say something');

const shared = {
  reason: said.describe('Why this is accepted for a while.'),
  owner: said.describe('Who will see to it.'),
  expires: z.iso.date().describe('The last day on which it counts, as YYYY-MM-DD (UTC).'),
};

/** YAML takes an identifier of digits for a number. */
const identifier = z.union([said, z.int()]).transform(String);

const leftover = said.describe('The kind of a thing that the run could not remove, as a report names it.');

/** A broken rule, one cause of broken rules, or what a run left on the target, that is accepted for a while. */
export const waiverSchema = z.union([
  z.strictObject({ rule: said.describe('The id of a rule.'), ...shared }),
  z.strictObject({ cause: said.describe('A cause as a report names it.'), ...shared }),
  z.strictObject({ leftover, id: identifier.describe('Its identifier.'), ...shared }),
  z.strictObject({ leftover, because: z.enum(leftoverReasons).describe('Why it stays.'), ...shared }),
]);

export const waiversSchema = z.strictObject({ waivers: z.array(waiverSchema) });

export type Waiver = z.infer<typeof waiverSchema>;

/** What tells what a waiver is about. */
export const nameKeys = ['rule', 'cause', 'leftover', 'id', 'because'] as const;

export const waiverKeys: readonly string[] = [...nameKeys, ...Object.keys(shared)];

/** What a waiver is about, for people. */
export function nameOfWaiver(waiver: Waiver): string {
  if ('rule' in waiver) return `rule ${waiver.rule}`;
  if ('cause' in waiver) return `cause ${waiver.cause}`;
  return `leftover ${waiver.leftover} ${'id' in waiver ? waiver.id : `(${waiver.because})`}`;
}
