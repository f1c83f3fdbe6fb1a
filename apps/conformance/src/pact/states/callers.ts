import { randomUUID } from 'node:crypto';
import { requireFixture, type State, unknownCredential } from './state.ts';
import { Unreachable } from './unreachable.ts';

/** Identifiers that nothing has, in the form that the interface shows for each. */
const numbers = ['log_id', 'api_key_id', 'bundle_id'];
const names = ['tool_id', 'tool_name', 'toolset_name'];
const largestInteger = 2 ** 31 - 1;

const nothingHasThis: State = async (_, { name }) => {
  const asked = String(name);
  if (numbers.includes(asked)) return { values: { [asked]: largestInteger } };
  const text = names.includes(asked) ? `nothing_${randomUUID().replaceAll('-', '')}` : randomUUID();
  return { values: { [asked]: text } };
};

const withCredits: State = async ({ platform }) => {
  const { status } = await platform.ask('getCredits');
  if (status !== 200) throw new Unreachable(`the caller has no credits (getCredits answered ${status})`);
  return {
    doubt: async () => ({ isTrouble: false, why: 'whether the caller has credits enough is not shown' }),
  };
};

const withoutCredits: State = async ({ platform, deployment: { credentials } }) => {
  for (const credential of [credentials.sandboxJwt, credentials.otherJwt, credentials.jwt]) {
    if (credential === undefined) continue;
    const { status } = await platform.ask('getCredits', { credential });
    if (status === 404) return { credential };
  }
  throw new Unreachable('no caller of the config is without credits');
};

const operationFails: State = async () => {
  throw new Unreachable(
    'nothing in the interface makes an operation fail inside the platform; a stateUrl can',
  );
};

/** States of the one who asks, and of no user in particular. */
export const callers: Readonly<Record<string, State>> = {
  'the response omits headers': async (_, { names: omitted }) => ({
    omits: Array.isArray(omitted) ? omitted.map((name) => String(name).toLowerCase()) : [],
  }),
  'the request leaves out': async (_, { names: left }) => ({
    leavesOut: Array.isArray(left) ? left.map(String) : [],
  }),
  'a cron expression': async ({ deployment: { fixtures } }) => ({
    values: { cron: fixtures.cron ?? '0 9 * * 1' },
    doubt: async () => ({
      isTrouble: false,
      why: 'whether text-to-cron takes a cron expression or words is not shown',
    }),
  }),
  'the media type is not shown': async (_, { as }) => ({ mediaType: String(as) }),
  'an unknown credential': async () => ({ credential: unknownCredential }),
  'a caller of the sandbox tier': async ({ deployment: { credentials } }) => ({
    credential: requireFixture(credentials.sandboxJwt, 'credentials.sandboxJwt'),
  }),
  'a caller with credits': withCredits,
  'a caller without credits': withoutCredits,
  'nothing has this identifier': nothingHasThis,
  'the operation fails inside the platform': operationFails,
  'VIP codes that cannot be counted': operationFails,
};
