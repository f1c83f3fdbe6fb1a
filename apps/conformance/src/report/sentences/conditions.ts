import type { Condition } from '../../verdicts/findings/condition.ts';
import type { Conditions } from './sentences.ts';

const identities: Readonly<Record<string, string>> = {
  missing: 'no credential',
  unknown: 'a credential that was never issued',
  forged: 'a token with a wrong signature',
  malformed: 'a token of no known form',
  empty: 'the word Bearer and no token',
  expired: 'a token whose end was set to the past, under the signature of before',
  unsigned: 'a token with the algorithm none and no signature',
  shortened: 'the beginning of a token',
  lengthened: 'a token and a letter more',
  wildcard: 'the beginning of a token and a wildcard',
  'other-scheme': 'a token as Basic instead of Bearer',
};

const repeatedly = {
  existing: 'for a record that is there',
  'unknown-id': 'for what nothing has again and again',
  alike: 'like this again and again',
  right: 'in the right way each time, while other operations worked',
} as const;

/** Why something was due, as the end of a sentence. */
export const conditions: Conditions = {
  'job-running': ({ run }) =>
    run === 'this' ? 'a background job was running' : 'a background job of another run was running',
  'job-ended': () => 'the background job had ended',
  'job-lasts': ({ seconds }) => `fixtures.jobSeconds of the config is ${seconds}`,
  'job-none': () => 'no background job can be running',
  'run-read-before': () => 'the run was read before',
  'run-shown-later': () => 'a later answer shows that the run was there all the time',
  listed: () => 'the list names it',
  'transport-changed': ({ started, continued }) =>
    `the run was started as ${started} and goes on as ${continued}`,
  made: (told) => `${nameOf(told)} was made before and not removed`,
  removed: (told) => `${nameOf(told)} was removed before`,
  foreign: (told) => `${nameOf(told)} is another user's`,
  'not-subject': (told) => `no write was about ${nameOf(told)}`,
  public: () => 'it is open to everybody, with or without a credential',
  credential: ({ identity }) => `the request has ${identities[identity] ?? `the credential ${identity}`}`,
  'key-created': () => 'the API key was created before',
  'jwt-attached': () => 'a JWT was attached to the session before',
  'jwt-read': () => 'the first read consumes it',
  bounds: ({ side, parameter = 'the value' }) =>
    side === 'inside' ? `${parameter} is within its bounds` : `${parameter} is past its bound`,
  'left-out': ({ parameter = 'parameter' }) => `the required ${parameter} is left out`,
  'unknown-id': () => 'the identifier is one that nothing has',
  'malformed-id': () => 'the identifier is of another type than documented',
  repeated: ({ of }) => repeatedly[of],
  documented: ({ text }) => text,
  sent: () => 'it was sent so',
  written: () => 'it was written so',
  declared: () => "the deployment's own document says so",
  'declared-bound': ({ parameter, keyword }) =>
    keyword === undefined
      ? `${parameter} is within the bounds that the deployment declares`
      : `${parameter} breaks what the deployment declares (${keyword})`,
};

function nameOf({ record }: Extract<Condition, { readonly record: object }>): string {
  return record.id === '' ? `any ${record.family}` : `the ${record.family} ${record.id}`;
}
