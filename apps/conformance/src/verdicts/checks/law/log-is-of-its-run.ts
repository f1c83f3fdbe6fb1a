import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { isUniqueMoment } from '../../unique-moment.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What is logged of a run. */
interface Log {
  readonly exchange: Exchange;
  readonly run: string;
  readonly entries: readonly string[];
}

/** The logs of two runs of one user. */
interface Pair {
  readonly one: Log;
  readonly other: Log;
}

export const logIsOfItsRun: Check = {
  id: 'law.log-is-of-its-run',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  traffic: { restsOn: 'users' },
  needs: ['toolCallMessage'],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsOf(recording, operations),
      ({ one, other }) => {
        const known = new Set(one.entries);
        const shared = other.entries.filter((entry) => known.has(entry)).length;
        return shared === 0
          ? undefined
          : finding([one.exchange, other.exchange], {
              expected: {
                kind: 'absent',
                record: { family: 'run log', id: one.run },
                because: { kind: 'not-subject', record: { family: 'agent run', id: other.run } },
              },
              observed: { kind: 'listed', times: shared, length: other.entries.length },
            });
      },
      ({ one, other }) => one.entries.length > 0 && other.entries.length > 0,
    ),
};

function pairsOf(recording: Recording, operations: readonly string[]): readonly Pair[] {
  const logs = recording.user
    .filter((one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one))
    .map((exchange) => logIn(exchange, recording));
  return logs.flatMap((one, index) =>
    logs
      .slice(index + 1)
      .filter((other) => other.exchange.operation === one.exchange.operation && other.run !== one.run)
      .map((other) => ({ one, other })),
  );
}

function logIn(exchange: Exchange, recording: Recording): Log {
  const run = pathValues(exchange, recording)[0] ?? '';
  return { exchange, run, entries: entriesIn(bodyIn(exchange), run) };
}

/**
 * The entries that nothing else is like, by their times: what two runs do alike, may be logged alike, and an identifier may
 * be the agent's, or whatever else all entries share. Whatever run was asked for may be named in each.
 */
function entriesIn(body: unknown, run: string): readonly string[] {
  if (!Array.isArray(body)) return [];
  return body
    .filter((entry) => leavesIn(entry).some(({ path, value }) => path.length === 1 && isUniqueMoment(value)))
    .map((entry) => JSON.stringify(entry).replaceAll(run, ''));
}
