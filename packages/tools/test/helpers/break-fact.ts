import type { FidelityLine } from '../../src/dialects/judge-fidelity.ts';
import { toolExamples } from '../../src/gen/examples.ts';
import type { ConditionalRule, ToolDefinition } from '../../src/index.ts';

type Input = Record<string, unknown>;

/** Inputs that are right but for one fact of the manifest; none where the fact forbids nothing. */
export function breakFact({ path, kind, sentence }: FidelityLine, definition: ToolDefinition): Input[] {
  if (kind === 'rule') return breakRule(definition, sentence);
  const [name = '', inner] = path.split('[].');
  const bases = toolExamples[definition.name as keyof typeof toolExamples].examples.map(({ input }) => input);
  if (inner === undefined) return bases.slice(0, 1).map((input) => spoil(input, name, kind, definition));
  const base = bases.find((input) => Array.isArray(input[name]));
  if (!base) throw new Error(`No example of ${definition.name} has ${name}.`);
  const [first, ...rest] = [base[name]].flat();
  return [{ ...base, [name]: [spoil({ ...Object(first) }, inner, kind, definition), ...rest] }];
}

function spoil(
  input: Readonly<Input>,
  name: string,
  kind: FidelityLine['kind'],
  definition: ToolDefinition,
): Input {
  const { minimum = 0, maximum = 0 } = definition.inputSchema.properties?.[name] ?? {};
  const wrong: Partial<Record<FidelityLine['kind'], unknown>> = {
    type: { neither: 'text nor number' },
    enum: 'nonsense',
    minimum: minimum - 1,
    maximum: maximum + 1,
  };
  if (kind !== 'required') return { ...input, [name]: wrong[kind] };
  return Object.fromEntries(Object.entries(input).filter(([each]) => each !== name));
}

/** One input per parameter that the rule requires. */
function breakRule({ rules }: ToolDefinition, sentence: string): Input[] {
  const rule = rules.find(({ requireWhen }) =>
    sentence.endsWith(`when ${requireWhen.parameter} is ${requireWhen.equals}.`),
  );
  return rule ? rule.require.map((missing) => without(rule, missing)) : [];
}

function without({ requireWhen: { parameter, equals }, require }: ConditionalRule, missing: string): Input {
  const others = require.filter((name) => name !== missing).map((name) => [name, 'given']);
  return { [parameter]: equals, ...Object.fromEntries(others) };
}
