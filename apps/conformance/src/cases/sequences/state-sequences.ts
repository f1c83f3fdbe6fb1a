import type { Operation, Rule } from '../../spec/spec.ts';
import { call, cron, fixture, fresh } from './call.ts';
import type { Call, Reference, Sequence, ValueRecord } from './sequence.ts';

/** A value that the state gives. */
function arranged(name: string): Reference {
  return { arranged: name };
}

/** Refusals under a condition that only the deployment itself can bring about, by the rule that each shows. */
const conditions: Readonly<Record<string, Call>> = {
  'bundles.create-failure-is-409': under('a bundle that cannot be created', 'createBundle'),
  'bundles.update-failure-is-409': under('a bundle that cannot be updated', 'updateBundle', {
    path: { bundle_id: arranged('bundle_id') },
    body: { name: 'My tools' },
  }),
  'user-tools.install-failure-is-409': under('a tool that cannot be installed', 'installTool', {
    body: { tool_id: arranged('tool_id') },
  }),
  'studio-chats.delete-failure-is-400': under('a studio chat that cannot be deleted', 'deleteStudioChat', {
    path: { run_id: arranged('run_id') },
  }),
  'credits.get-missing-is-404': under('a caller without credits', 'getCredits'),
  'credits.use-missing-is-404': under('a caller without credits', 'useCredits'),
  'vip.get-count-failure-is-400': under('VIP codes that cannot be counted', 'getVipRedemptionCount'),
  'cli-auth.attach-forbidden-is-403': under('a command-line login of another user', 'attachCliAuthJwt', {
    path: { cli_auth_id: arranged('cli_auth_id') },
    body: { jwt: { credential: 'own' } },
  }),
};

/** What two sentences of the interface answer in two ways: it is only seen which one the deployment has. */
const taken: Sequence = {
  id: 'state of a taken run identifier',
  quiet: true,
  calls: [
    call('createStudioChat', {
      kind: 'open-refusal',
      state: { name: 'a run identifier that another chat has' },
      body: { run_id: arranged('run_id') },
    }),
  ],
};

/** What operations need besides their path to be answered at all. */
const needed: Readonly<Record<string, Partial<Call>>> = {
  addBundleTool: { body: { tool_id: fixture('tool.name', 'calculator') } },
  attachCliAuthJwt: { body: { jwt: { credential: 'own' } } },
  convertTextToCron: { query: { cron } },
  createApiKey: { body: { name: fresh('name of a key') } },
  createSchedule: { body: { chat_id: { unknown: 'uuid' }, cron } },
  updateSchedule: { body: { chat_id: { unknown: 'uuid' }, cron } },
  generateVanitySlug: { body: { name: 'My worker' } },
  installTool: { body: { tool_id: fixture('installableToolId', 'calculator') } },
  searchTools: { query: { q: 'send' } },
  updateBundle: { body: {} },
};

const internal = [500, 503];

/** One quiet sequence for each refusal that takes a state of the deployment's own. */
export function stateSequences(
  operations: readonly Operation[],
  rules: readonly Rule[],
): readonly Sequence[] {
  const contract = new Map(operations.map((one) => [one.id, one]));
  const refusals = rules.flatMap(({ id, status = 0, operations: [first], checks = [] }) => {
    if (!checks.includes('refusal.is-as-documented')) return [];
    const operation = contract.get(first ?? '');
    const fails = operation && internal.includes(status) ? failing(operation) : undefined;
    const one = conditions[id] ?? fails;
    return one === undefined ? [] : [{ id: `state ${id}`, quiet: true, calls: [{ ...one, tries: id }] }];
  });
  return [...refusals, taken];
}

function under(name: string, operation: string, details: Partial<Call> = {}): Call {
  return call(operation, { kind: 'refusal', state: { name }, ...details });
}

/** The operation fails whatever it is asked for. */
function failing(operation: Operation): Call {
  const state = {
    name: 'the operation fails inside the platform',
    parameters: { operation: operation.id },
  };
  const path = Object.fromEntries(
    operation.parameters
      .filter((one) => one.in === 'path')
      .map((one): [string, ValueRecord[string]] => [one.name, { unknown: typeOf(one) }]),
  );
  return call(operation.id, { kind: 'refusal', state, path, ...needed[operation.id] });
}

function typeOf({ types, format }: Operation['parameters'][number]): 'integer' | 'uuid' | 'string' {
  if (types.includes('integer')) return 'integer';
  return format === 'uuid' ? 'uuid' : 'string';
}
