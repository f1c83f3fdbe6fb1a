import type { IntentKind } from '../cases/intent-kind.ts';
import type { Exchange, Intent } from '../exchanges/exchange.ts';
import { sayMutation } from './sentences/say.ts';
import type { Sentences } from './sentences/sentences.ts';

const kinds: Record<IntentKind, string> = {
  valid: 'a valid request',
  'at-bound': 'a value at the bound',
  'inside-bound': 'a value just inside the bound',
  'past-bound': 'a value just past the bound',
  'declared-bound': 'a value at or past a bound that the own document gives',
  'left-out': 'without a required parameter',
  'unknown-id': 'an identifier that does not exist',
  'malformed-id': 'an identifier of another type',
  refusal: 'to be refused',
  'open-refusal': 'to be refused, sooner or later',
  mutation: 'with one thing wrong or odd',
  'tool-run': 'a run of a tool',
  'tool-run-of-nothing': 'a run of a tool, for something that is not there',
  'name-trial': 'is this its identifier?',
};

/** What a request carries besides the user's own credential, as the end of a sentence. */
export const credentials: Record<Exchange['identity'], string> = {
  own: '',
  other: ', as another user',
  sandbox: ', as a user in the sandbox tier',
  created: ', with the key that was created',
  missing: ', without a credential',
  unknown: ', with a token without a valid signature',
  forged: ', with its own token under another signature',
  malformed: ', with a token of no known form',
  empty: ', with the word Bearer and no token',
  expired: ', with its own token, whose end was set to the past',
  unsigned: ', with its own token and the algorithm none instead of its signature',
  shortened: ', with the beginning of its own token',
  lengthened: ', with its own token and a letter more',
  wildcard: ', with the beginning of its own token and a wildcard',
  'other-scheme': ', with its own token as Basic instead of Bearer',
};

/** Every probe as a short sentence, numbered in the order of sending. */
export function describeProbes(exchanges: readonly Exchange[], sentences?: Sentences): string[] {
  return exchanges.map(({ request, intent, identity }, index) => {
    const { pathname, search } = new URL(request.url);
    return `${index + 1}. ${request.method} ${pathname}${search} (${tried(intent, sentences)})${credentials[identity]}`;
  });
}

function tried({ kind = 'valid', parameter, mutation }: Partial<Intent> = {}, sentences?: Sentences): string {
  if (mutation !== undefined) return sayMutation(mutation, sentences);
  return parameter === undefined ? kinds[kind] : `${kinds[kind]}: ${parameter}`;
}
