/**
 * What a request tries out:
 * - `valid`: nothing but a valid request
 * - `at-bound`, `inside-bound`, `past-bound`: a value at, just inside or just outside a described bound
 * - `declared-bound`: a value at or past a bound that only the deployment's own document describes
 * - `left-out`: a required parameter is missing
 * - `unknown-id`, `malformed-id`: an identifier that does not exist, or of another type than documented
 * - `refusal`: a valid form, but under a condition for which a refusal is documented
 * - `open-refusal`: a valid form, under a condition for which a refusal may be due or not
 * - `mutation`: one thing is wrong or odd about it; all that is due is a documented status
 * - `tool-run`: what a tool makes of its input, in a result whose form is not shown
 * - `tool-run-of-nothing`: the same with the identifier of something that is not there
 * - `name-trial`: whether a value is the identifier of a record
 */
export const intentKinds = [
  'valid',
  'at-bound',
  'inside-bound',
  'past-bound',
  'declared-bound',
  'left-out',
  'unknown-id',
  'malformed-id',
  'refusal',
  'open-refusal',
  'mutation',
  'tool-run',
  'tool-run-of-nothing',
  'name-trial',
] as const;

export type IntentKind = (typeof intentKinds)[number];
