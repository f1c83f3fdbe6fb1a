import { agentBody, alongside, call, fixture, of } from './call.ts';
import type { Call, Reference, Sequence } from './sequence.ts';

/** Hardly anything is done in the name of this user, so that lists have an end that is soon reached. */
const as = 'sandbox';

/** Records of ours, some made at the same moment; and pages enough to see the end of them, even one by one. */
const made = 7;

const agent = { chat_id: of('agent', 'agent_id') };
const newRun = call('createChatRunLog', { as, path: agent });
const newExecution = call('runTool', {
  as,
  path: { tool_name: fixture('tool.name') },
  raw: fixture('tool.input'),
});

/** Lists that are walked to their end by pages of several lengths, also while a record is added. */
export const walkSequences: readonly Sequence[] = [
  {
    id: 'walk-listAgentRuns',
    quiet: true,
    calls: [
      call('upsertAgent', { name: 'agent', as, body: agentBody('of many pages', 'public') }),
      ...walked('listAgentRuns', newRun),
      call('deleteChat', { as, path: agent }),
    ],
  },
  {
    id: 'walk-listToolExecutionLogs',
    quiet: true,
    calls: walked('listToolExecutionLogs', newExecution),
  },
];

function walked(operation: string, add: Call): readonly Call[] {
  const whole = call(operation, { as, query: { limit: 30 } });
  const together = [add, ...Array.from({ length: made - 4 }, () => alongside(add, {}))];
  return [
    whole,
    { ...add, times: 3 },
    ...together,
    { ...whole, later: true },
    ...[1, 2, 3].flatMap((limit) => pages(operation, limit, Math.ceil(made / limit) + 1, as)),
    ...amongst(pages(operation, 2, 5, as), add),
    ...cursorsOfOneMoment(operation),
    { ...whole, later: true },
  ];
}

/** Pages of one length, each from the cursor of the one before it: what has no cursor to begin with is left out. */
export function pages(operation: string, limit: number, count: number, user?: Call['as']): readonly Call[] {
  return Array.from({ length: count }, (_, page) =>
    call(operation, {
      name: `page ${page} of ${limit}`,
      as: user,
      query: {
        limit,
        ...(page === 0 ? {} : { next_cursor: of(`page ${page - 1} of ${limit}`, 'next_cursor') }),
      },
    }),
  );
}

/** A second page by its cursor, by the same moment in another offset, and by its cursor again. */
function cursorsOfOneMoment(operation: string): readonly Call[] {
  const first = 'page to go on from';
  const cursor = of(first, 'next_cursor');
  const next = (next_cursor: Reference, details: Partial<Call> = {}): Call =>
    call(operation, { as, query: { limit: 3, next_cursor }, ...details });
  return [
    call(operation, { as, name: first, query: { limit: 3 } }),
    next(cursor),
    // Whether another way to write it is taken is not shown.
    next({ ...cursor, altered: 'in another offset' }, { kind: 'open-refusal' }),
    next(cursor),
  ];
}

/** One more record after the second page. */
function amongst(walk: readonly Call[], add: Call): readonly Call[] {
  return [...walk.slice(0, 2), add, ...walk.slice(2)];
}
