import type { Exchange } from '../exchanges/exchange.ts';
import { holdsIssuedKey } from '../exchanges/redact.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import type { SentCall } from './sent-calls.ts';

/** The answers that gave the keys which another one should have withheld; or showed the value that should have stayed. */
export function alsoNeeded(
  { expected, observed }: JudgedFinding,
  shown: number | undefined,
  sent: readonly SentCall[],
): readonly number[] {
  const all = sent.flatMap(({ exchanges }) => exchanges);
  const main = all.find(({ id }) => id === shown);
  const isNeeded = ({ id, identity, request, response }: Exchange): boolean => {
    if (id === shown) return false;
    if (expected.kind === 'withheld')
      return expected.secret === 'api-key' && holdsIssuedKey(response?.body.text ?? '');
    const isFormer = observed.kind === 'field' && observed.before !== undefined;
    return isFormer && identity === main?.identity && request.url === main.request.url;
  };
  return all.filter(isNeeded).map(({ id }) => id);
}

/** The identifier of the record that a list should hold, or should not. */
export function recordIn({ expected }: JudgedFinding): string | undefined {
  return expected.kind === 'listed' || expected.kind === 'absent' ? expected.record.id : undefined;
}
