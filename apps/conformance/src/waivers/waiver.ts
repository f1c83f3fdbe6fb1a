import * as z from 'zod';

const said = z.string().trim().min(1, 'must say something');

const shared = {
  reason: said.describe('Why this is accepted for a while.'),
  owner: said.describe('Who will see to it.'),
  expires: z.iso.date().describe('The last day on which it counts, as YYYY-MM-DD (UTC).'),
};

/** A broken rule, or one cause of broken rules, that is accepted for a while. */
export const waiverSchema = z.union([
  z.strictObject({ rule: said.describe('The id of a rule.'), ...shared }),
  z.strictObject({ cause: said.describe('A cause as a report names it.'), ...shared }),
]);

export const waiversSchema = z.strictObject({ waivers: z.array(waiverSchema) });

export type Waiver = z.infer<typeof waiverSchema>;

export const waiverKeys = ['rule', 'cause', ...Object.keys(shared)];

/** What a waiver is about, for people. */
export function nameOfWaiver(waiver: Waiver): string {
  return 'rule' in waiver ? `rule ${waiver.rule}` : `cause ${waiver.cause}`;
}
