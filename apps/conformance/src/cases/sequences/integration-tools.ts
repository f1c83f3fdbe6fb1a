import type { IntegrationTool, Rule } from '../../spec/spec.ts';
import { call } from './call.ts';
import type { Call } from './sequence.ts';

/** Only these change nothing, whatever the deployment makes of their input, and need none. */
const listing = /^NOTIFIER_LIST_/;

/**
 * Runs integration tools that only read, where the deployment lists them by their names: twice with nothing, which
 * their documented parameters allow, and with whatever these forbid.
 */
export function integrationToolCalls(rules: readonly Rule[]): readonly Call[] {
  const tools = new Map(rules.flatMap((rule) => (rule.tools ?? []).map((tool) => [tool.name, tool])));
  const used = [...tools.values()].filter(
    ({ name, counterexamples }) => listing.test(name) && counterexamples.length > 0,
  );
  return [call('listTools', { name: 'tools' }), ...used.flatMap(callsOf)];
}

function callsOf({ name, counterexamples }: IntegrationTool): readonly Call[] {
  const run = (input: object, details: Partial<Call>): Call =>
    call('runTool', {
      path: { tool_name: { shownIn: 'tools', text: name } },
      raw: JSON.stringify(input),
      ...details,
    });
  return [
    run({}, { kind: 'trial', times: 2 }),
    ...counterexamples.map(({ about, input, problems: [parameter] }) =>
      run(input, { kind: 'mutation', parameter, mutation: `with ${about}: ${JSON.stringify(input)}` }),
    ),
  ];
}
