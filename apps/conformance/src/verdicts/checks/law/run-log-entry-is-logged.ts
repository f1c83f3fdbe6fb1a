import { type Exchange, isOwnSuccess, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const runLogEntryIsLogged: Check = {
  id: 'law.run-log-entry-is-logged',
  drivenBy: 'sequences',
  evidence: ['success-of-each'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording) =>
    judgeEach(pairsIn(recording), ({ entry, log, tokens }) => {
      const shown = new Set(leavesIn(bodyIn(log)).map(({ value }) => value));
      if (tokens.some((token) => shown.has(token))) return undefined;
      return finding([entry, log], {
        expected: { kind: 'count', of: 'records', atLeast: 1, because: { kind: 'listed' } },
        observed: { kind: 'count', count: countOf(bodyIn(log)) },
      });
    }),
};

/** A new entry that names a run, and the log of that run, read when the entry must show. */
function pairsIn(recording: Recording) {
  const runs = shownRuns(recording);
  // Whether the run of a chat is one of the agent's runs is not shown: only what is among those has a log for sure.
  const logs = probesOf(recording, ['listAgentRunLogs']).filter(
    (one) => isOwnSuccess(one) || (isOwn(one) && runs.has(pathValues(one, recording)[0])),
  );
  return probesOf(recording, ['createChatRunLog'])
    .filter(isOwnSuccess)
    .flatMap((entry) => {
      const leaves = leavesIn(bodyIn(entry));
      const log = logs.find(
        (one) =>
          isSameCase(one, entry) &&
          one.sentAt >= endedAt(entry) + recording.consistencyWindowMs &&
          leaves.some(({ value }) => String(value).toLowerCase() === pathValues(one, recording)[0]),
      );
      if (log === undefined) return [];
      const [run] = pathValues(log, recording);
      const tokens = leaves
        .map(({ value }) => value)
        .filter((value) => isToken(value) && String(value).toLowerCase() !== run);
      return tokens.length === 0 ? [] : [{ entry, log, tokens }];
    });
}

function isOwn(one: Exchange): boolean {
  return one.identity === 'own' && succeeded(one);
}

/** All that answers show where agent runs are read and listed. */
function shownRuns(recording: Recording): ReadonlySet<unknown> {
  const answers = probesOf(recording, ['listAgentRuns', 'getAgentRun']).filter(isOwn);
  return new Set(
    answers.flatMap((one) => leavesIn(bodyIn(one)).map(({ value }) => String(value).toLowerCase())),
  );
}

/** What tells one entry from others: an identifier or a time, to the millisecond. */
function isToken(value: unknown): boolean {
  return typeof value === 'number' ? value > 1 : typeof value === 'string' && /\d/.test(value);
}

function countOf(body: unknown): number {
  return Array.isArray(body) ? body.length : 0;
}
