import type { ProbeKind } from '../cases/probe.ts';
import type { Exchange } from '../exchanges/exchange.ts';

const kinds: Record<ProbeKind, string> = {
  valid: 'a valid request',
  'at-bound': 'a value at the bound',
  'inside-bound': 'a value just inside the bound',
  'past-bound': 'a value just past the bound',
  'left-out': 'without a required parameter',
  'unknown-id': 'an identifier that nobody has',
  'malformed-id': 'an identifier of another type',
  refusal: 'to be refused',
  'open-refusal': 'to be refused, sooner or later',
  fault: 'with a fault',
  trial: 'is this its identifier?',
};

/** What a request carries besides the user's own credential, as the end of a sentence. */
export const credentials: Record<Exchange['credential'], string> = {
  own: '',
  other: ', as another user',
  sandbox: ', as a user in the sandbox tier',
  created: ', with the key that was created',
  missing: ', without a credential',
  unknown: ', with a token that nobody signed',
  forged: ', with its own token under another signature',
  malformed: ', with a token of no known form',
};

/** Every probe as a short sentence, numbered in the order of sending. */
export function describeProbes(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(({ request, probe, credential }, index) => {
    const { pathname, search } = new URL(request.url);
    const kind = kinds[probe?.kind ?? 'valid'];
    const what = probe?.fault ?? (probe?.parameter === undefined ? kind : `${kind}: ${probe.parameter}`);
    return `${index + 1}. ${request.method} ${pathname}${search} (${what})${credentials[credential]}`;
  });
}
