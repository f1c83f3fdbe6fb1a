import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { judge } from '../../../src/verdicts/judge.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import type { VerdictKind } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const { operations, rules } = await loadSpec();

interface Window {
  readonly consistencyWindowMs?: number;
}

/** What a rule of the contract says of some exchanges. */
export function verdictOfLaw(
  id: string,
  exchanges: readonly Exchange[],
  { consistencyWindowMs = 0 }: Window = {},
): VerdictKind | undefined {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`The contract has no rule ${id}.`);
  const recording = toRecording(exchanges, { toolCall: undefined, consistencyWindowMs, operations });
  return judge(recording, [rule])[0]?.verdict;
}

export type Given = Omit<NonNullable<Parameters<typeof exchangeOf>[0]>, 'sent'> & {
  readonly path?: string;
  /** The request's body, as JSON. */
  readonly sent?: unknown;
};

/** A call of a sequence at the User API; numbers and times go up by themselves. */
export function calls(...given: readonly Given[]): readonly Exchange[] {
  return given.map(({ path = '/me', sent, ...rest }, index) => {
    const operation = operations.find(({ id }) => id === rest.operation);
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    return exchangeOf({
      id: index + 1,
      sentAt: index * 10,
      case: { kind: 'sequence', id: 'test' },
      intent: { kind: 'valid', certain: true },
      api: operation?.api ?? 'user',
      request: { method: operation?.method ?? 'GET', url: `http://target.test${path}`, ...body },
      ...rest,
    });
  });
}
