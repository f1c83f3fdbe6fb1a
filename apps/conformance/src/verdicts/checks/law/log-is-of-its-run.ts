import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** The logs of two runs of one user. */
interface Pair {
  readonly one: Exchange;
  readonly other: Exchange;
}

export const logIsOfItsRun: Check = {
  id: 'law.log-is-of-its-run',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: ['toolCallMessage'],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsOf(recording, operations),
      ({ one, other }) => {
        const known = new Set(entriesIn(one));
        const shared = entriesIn(other).filter((entry) => known.has(entry)).length;
        return shared === 0
          ? undefined
          : finding([one, other], {
              expected: {
                kind: 'absent',
                record: { family: 'run log', id: runOf(one, recording) },
                because: {
                  kind: 'not-subject',
                  record: { family: 'agent run', id: runOf(other, recording) },
                },
              },
              observed: { kind: 'listed', times: shared, length: entriesIn(other).length },
            });
      },
      ({ one, other }) => entriesIn(one).length > 0 && entriesIn(other).length > 0,
    ),
};

function pairsOf(recording: Recording, operations: readonly string[]): readonly Pair[] {
  const logs = recording.user.filter(
    (one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one),
  );
  return logs.flatMap((one, index) =>
    logs
      .slice(index + 1)
      .filter((other) => other.operation === one.operation)
      .filter((other) => runOf(other, recording) !== runOf(one, recording))
      .map((other) => ({ one, other })),
  );
}

function runOf(log: Exchange, recording: Recording): string {
  return pathValues(log, recording)[0] ?? '';
}

/** The entries that nothing else is like: what two runs do alike, may be logged alike. */
function entriesIn(log: Exchange): readonly string[] {
  const body = bodyIn(log);
  if (!Array.isArray(body)) return [];
  return body
    .filter((entry) => leavesIn(entry).some(({ path, value }) => path.length === 1 && isUnique(value)))
    .map((entry) => JSON.stringify(entry));
}

/** A time to the millisecond: an identifier may be the agent's, or whatever else all entries share. */
function isUnique(value: unknown): boolean {
  if (typeof value === 'string') return /T\d\d:\d\d:\d\d\.(?!0+\D)\d{3}/.test(value);
  return typeof value === 'number' && value > leastEpochMs && value < mostEpochMs && value % 1_000 !== 0;
}

/** Of the years from 2001 to 2128, in ms since 1970. */
const leastEpochMs = 1e12;
const mostEpochMs = 5e12;
