import { agentBody, call, fixture, of } from './call.ts';
import type { Awaited, Call, Sequence } from './sequence.ts';
import { pages } from './walk-sequences.ts';

interface Default {
  readonly operation: string;
  readonly parameter: string;
  readonly value: number;
  readonly beside: number;
  readonly query?: Readonly<Record<string, string>>;
}

const defaults: readonly Default[] = [
  { operation: 'getMonetizationSummary', parameter: 'period', value: 28, beside: 29 },
  { operation: 'getMonetizationSubscribers', parameter: 'period', value: 28, beside: 7 },
  { operation: 'getMonetizationEarnings', parameter: 'period', value: 28, beside: 7 },
  { operation: 'searchTools', parameter: 'limit', value: 20, beside: 1, query: { q: 'a' } },
  // All integration tools, which are fifteen, have it in their names.
  { operation: 'searchTools', parameter: 'limit', value: 20, beside: 2, query: { q: 'notifier' } },
  { operation: 'searchTools', parameter: 'min_score', value: 0.15, beside: 1, query: { q: 'list' } },
  // Of several words, so that some match in part.
  {
    operation: 'searchTools',
    parameter: 'min_score',
    value: 0.15,
    beside: 0,
    query: { q: 'list the devices of a user', limit: '200' },
  },
];

/** Enough records that the default of 30 leaves some out. */
const beyondDefault = 32;

/** What a run adds to the log. */
const logged = call('listToolExecutionLogs', { compares: 'default' });

export const defaultSequences: readonly Sequence[] = [
  ...defaults.map(
    (one): Sequence => ({
      id: `default-${one.operation}-${one.parameter}-${one.value}-or-${one.beside}`,
      quiet: true,
      calls: sextet(one),
    }),
  ),
  {
    id: 'default-listAgentRuns-limit',
    quiet: true,
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('with many runs', 'private') }),
      call('createChatRunLog', { path: { chat_id: of('agent', 'agent_id') }, times: beyondDefault }),
      ...sextet({ operation: 'listAgentRuns', parameter: 'limit', value: 30, beside: 31 }, { records: 30 }),
      ...pages('listAgentRuns', 30, 3),
      call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } }),
    ],
  },
  {
    id: 'default-listToolExecutionLogs-limit',
    quiet: true,
    calls: [
      call('runTool', {
        path: { tool_name: fixture('tool.name') },
        raw: fixture('tool.input'),
        times: beyondDefault,
      }),
      ...sextet(
        { operation: 'listToolExecutionLogs', parameter: 'limit', value: 30, beside: 31 },
        { records: 30 },
      ),
      ...pages('listToolExecutionLogs', 30, 3),
    ],
  },
  {
    id: 'default-runTool-service',
    quiet: true,
    calls: [
      logged,
      runOf('service_id'),
      logged,
      runOf('service_id', { service_id: 'default', service_id_namespace: 'global' }),
      logged,
      runOf('service_id_namespace'),
      logged,
    ],
  },
];

/** A run with the parameters given, or left out. */
function runOf(parameter: string, query: Readonly<Record<string, string>> = {}): Call {
  return call('runTool', {
    path: { tool_name: fixture('tool.name') },
    raw: fixture('tool.input'),
    parameter,
    compares: 'default',
    query,
  });
}

function sextet(
  { operation, parameter, value, beside, query = {} }: Default,
  expects?: Awaited,
): readonly Call[] {
  const ask = (given: Readonly<Record<string, number>>, details: Partial<Call> = {}): Call =>
    call(operation, { parameter, compares: 'default', query: { ...query, ...given }, ...details });
  const inDoubt = { unlessAlike: ['without', 'given'] } as const;
  return [
    ask({}, { name: 'without', expects }),
    ask({ [parameter]: value }, { name: 'given' }),
    ask({}),
    ask({ [parameter]: beside }),
    ask({}, { ...inDoubt, later: true }),
    ask({ [parameter]: value }, inDoubt),
  ];
}
