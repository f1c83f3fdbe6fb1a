import { isPlainly } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { membersIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A run whose answer names its entry in the log, and the log in one piece after that. */
interface Logged {
  readonly run: Exchange;
  readonly log: string;
  readonly list: Listing;
}

type Listing = ResourceExchange & { readonly resource: { readonly listed: readonly string[] } };

export const toolRunsAreLogged: Check = {
  id: 'law.tool-runs-are-logged',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  needs: ['tool'],
  judge: (recording, { operations }) =>
    judgeEach(loggedIn(recording, operations), ({ run, log, list }) => {
      if (list.resource.listed.includes(log)) return undefined;
      const record = { family: 'tool execution', id: log };
      return finding([run, list], {
        expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
        observed: { kind: 'listed', times: 0, length: list.resource.listed.length },
      });
    }),
};

/** Whether a run is logged is not shown: one that is says so. */
function loggedIn(
  { user, consistencyWindowMs }: Recording,
  operations: readonly string[],
): readonly Logged[] {
  const runs = user
    .filter((one) => one.operation === 'runTool' && one.intent?.kind === 'valid' && succeeded(one))
    .flatMap((run) => logsNamedIn(run).map((log) => ({ run, log })));
  return user
    .filter(isResourceCall)
    .filter((one): one is Listing => operations.includes(one.operation) && isWhole(one))
    .flatMap((list) =>
      runs
        .filter(({ run }) => isSameCase(run, list) && run.identity === list.identity)
        .filter(({ run }) => endedAt(run) + consistencyWindowMs <= list.sentAt)
        .map(({ run, log }) => ({ run, log, list })),
    );
}

/** By the name that the interface has for it. */
function logsNamedIn(run: Exchange): readonly string[] {
  return membersIn(bodyIn(run))
    .filter(([name, value]) => isPlainly(name, 'log_id') && Number.isInteger(Number(value)) && value !== null)
    .map(([, value]) => String(value));
}

/** A list that nothing was cut from: whether the newest stand first is not shown. */
function isWhole(one: ResourceExchange): one is Listing {
  const limit = Number(queryOf(one, 'limit') ?? Number.NaN);
  const { listed } = one.resource;
  return (
    succeeded(one) && listed !== undefined && queryOf(one, 'next_cursor') === null && listed.length < limit
  );
}
