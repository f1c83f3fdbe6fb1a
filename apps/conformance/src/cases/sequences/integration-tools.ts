import type { IntegrationTool, Rule } from '../../spec/spec.ts';
import { call } from './call.ts';
import type { Call } from './sequence.ts';

/**
 * Runs integration tools that only read, where the deployment lists them by their names: twice with nothing, which
 * their documented parameters allow, and with whatever these forbid.
 */
export function integrationToolCalls(rules: readonly Rule[]): readonly Call[] {
  const used = [...integrationToolsOf(rules).values()].filter(
    ({ readOnly, counterexamples }) => readOnly && counterexamples.length > 0,
  );
  return [call('listTools', { name: 'tools' }), ...used.flatMap(callsOf)];
}

/** The tools that rules are about, by their names. */
export function integrationToolsOf(rules: readonly Rule[]): ReadonlyMap<string, IntegrationTool> {
  return new Map(rules.flatMap((rule) => (rule.tools ?? []).map((tool) => [tool.name, tool])));
}

/** Runs a tool that the answer called `tools` lists. */
export function integrationToolRun(name: string, raw: Call['raw'], details: Partial<Call> = {}): Call {
  return call('runTool', { path: { tool_name: { shownIn: 'tools', text: name } }, raw, ...details });
}

/** How a run is marked whose input the catalogue forbids. */
export function forbiddenBy({ about, input, problems }: Counterexample): Partial<Call> {
  return { kind: 'mutation', parameter: problems[0], mutation: { kind: 'tool-input', about, input } };
}

type Counterexample = IntegrationTool['counterexamples'][number];

function callsOf({ name, counterexamples }: IntegrationTool): readonly Call[] {
  return [
    integrationToolRun(name, '{}', { kind: 'tool-run', times: 2 }),
    ...counterexamples.map((one) => integrationToolRun(name, JSON.stringify(one.input), forbiddenBy(one))),
  ];
}
