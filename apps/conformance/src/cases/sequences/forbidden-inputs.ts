import type { IntegrationTool } from '../../spec/spec.ts';
import { fresh } from './call.ts';
import { forbiddenBy, integrationToolRun } from './integration-tools.ts';
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
  const parameters = (tool?.parameters ?? []).map(({ name }) => name);
  const some = counterexamples.map((one, index) => {
    const { input, problems } = one;
    const marked = [shown, 'model'].find((name) => parameters.includes(name) && !problems.includes(name));
    const mark = `${name}-forbidden-${index + 1}`;
    const replaced = Object.entries(real).filter(([name]) => name in input && !problems.includes(name));
    const raw = {
      ...(input as Readonly<Record<string, Value>>),
      ...Object.fromEntries(replaced),
      ...(marked === undefined ? {} : { [marked]: fresh(mark) }),
    };
    return {
      call: integrationToolRun(name, raw, forbiddenBy(one)),
      marks: marked === undefined ? [] : [mark],
    };
  });
  return { calls: some.map((one) => one.call), marks: some.flatMap(({ marks }) => marks) };
}
