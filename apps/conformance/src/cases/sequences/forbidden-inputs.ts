import type { IntegrationTool } from '../../spec/spec.ts';
import { call, fresh } from './call.ts';
import type { Call, Value, ValueRecord } from './sequence.ts';

interface Forbidden {
  readonly calls: readonly Call[];
  /** The names of the fresh texts by which lists would show what such an input made. */
  readonly marks: readonly string[];
}

/**
 * What the catalogue forbids a tool to take. Each input has a text of its own in the parameter that lists show, or in
 * another one where that is what is wrong; `real` replaces values that only stand in for others.
 */
export function forbiddenInputs(
  tool: IntegrationTool | undefined,
  shown: string,
  real: ValueRecord = {},
): Forbidden {
  const { name = '', counterexamples = [] } = tool ?? {};
  const parameters = (tool?.parameters ?? []).map((one) => one.name);
  const some = counterexamples.map(({ about, input, problems }, index) => {
    const marked = [shown, 'model'].find((one) => parameters.includes(one) && !problems.includes(one));
    const mark = `${name}-forbidden-${index + 1}`;
    const replaced = Object.entries(real).filter(([one]) => one in input && !problems.includes(one));
    const raw = {
      ...(input as Readonly<Record<string, Value>>),
      ...Object.fromEntries(replaced),
      ...(marked === undefined ? {} : { [marked]: fresh(mark) }),
    };
    const mutation = `with ${about}: ${JSON.stringify(input)}`;
    const path = { tool_name: { shownIn: 'tools', text: name } };
    return {
      call: call('runTool', { path, raw, kind: 'mutation', parameter: problems[0], mutation }),
      marks: marked === undefined ? [] : [mark],
    };
  });
  return { calls: some.map((one) => one.call), marks: some.flatMap(({ marks }) => marks) };
}
