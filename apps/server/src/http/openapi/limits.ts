import { contract } from '../../operations/contract.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { errorContent } from './error-content.ts';
import type { JsonObject } from './json.ts';

const tooLarge = {
  description: 'The body is larger than 1 MiB',
  content: errorContent,
  'x-choice': 'status',
};

const seconds = { type: 'integer', minimum: 1 };

function usedUp(quotas: readonly string[]): JsonObject {
  return {
    description: `The caller's quota of ${quotas.join(' or of ')} is used up`,
    headers: { 'Retry-After': { description: 'Seconds until another try may succeed', schema: seconds } },
    content: errorContent,
    'x-choice': 'status',
  };
}

/** The answers to requests that want more than there is for one: 413 and 429, which the contract doesn't have. */
export function limitAnswers({ id, addsTo }: Pick<Operation, 'id' | 'addsTo'>): JsonObject {
  return {
    ...(contract[id].body && { 413: tooLarge }),
    ...(addsTo && { 429: usedUp(addsTo) }),
  };
}
