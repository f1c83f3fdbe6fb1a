import type { DescribedParameter } from '../../spec/description.ts';
import type { Operation, Rule } from '../../spec/spec.ts';
import { varyParameter } from '../mutations/vary-parameter.ts';
import { unknownIds } from '../unknown-ids.ts';
import type { Call, Reference, Sequence, ValueRecord, Variation } from './sequence.ts';

/** What the bodies of these operations hold by the contract's names; the rest is the deployment's own. */
const bodies: Readonly<Record<string, ValueRecord>> = {
  replaceChat: { chat_prompt: 'Be brief.' },
  replaceStudioChat: { visibility: 'public' },
  setAgentTheme: { theme_color: '#336699' },
  addBundleTool: { tool_id: { fixture: 'installableToolId' } },
  attachCliAuthJwt: { jwt: { credential: 'own' } },
  reorderAgentFiles: { positions: [] },
};

const refusal = 'refusal.is-as-documented';

/**
 * Calls for identifiers that do not exist, or that are of another type, of each operation that does more than
 * read. Reading ones are probed.
 */
export function unknownIdentifiers(
  operations: readonly Operation[],
  rules: readonly Rule[],
  variation: Variation,
): Sequence {
  const calls = operations
    .filter(({ api, effect }) => api === 'user' && effect !== 'read')
    .filter(({ id }) => id !== 'runTool')
    .flatMap((operation): Call[] => {
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      const path = Object.fromEntries(inPath.map((one): [string, Reference] => [one.name, unknown(one)]));
      const body = operation.needsBody ? { body: bodies[operation.id] ?? {} } : {};
      const base: Call = { operation: operation.id, path, ...body };
      const typed = inPath.filter((one) => typeOf(one) !== 'string');
      const malformed = typed.map(
        ({ name }): Call => ({
          ...base,
          kind: 'malformed-id',
          parameter: name,
          path: { ...path, [name]: 'not-of-the-documented-type' },
        }),
      );
      const rule = ruleOn404(operation, rules);
      return [
        ...(rule === undefined ? [] : [{ ...base, kind: 'unknown-id' as const, tries: rule.id }]),
        ...malformed,
        ...odd(base, inPath, variation),
      ];
    });
  return { id: 'unknown-identifiers', calls };
}

/** The same call for other identifiers that do not exist, in forms that few expect. */
function odd(
  base: Call,
  parameters: readonly DescribedParameter[],
  { parameter: most }: Variation,
): readonly Call[] {
  return parameters.flatMap((one) =>
    varyParameter(one, `${unknownIds[typeOf(one)]}`)
      .slice(0, Math.ceil(most / 2))
      .map(({ kind, mutation, parameter, values }) => ({
        ...base,
        kind,
        parameter,
        mutation,
        path: { ...base.path, [parameter]: values[0] ?? '' },
      })),
  );
}

function ruleOn404({ id, parameters }: Operation, rules: readonly Rule[]): Rule | undefined {
  if (!parameters.some((one) => one.in === 'path')) return undefined;
  return rules.find(
    ({ operations: [first, ...others], status, checks }) =>
      first === id && others.length === 0 && status === 404 && checks?.includes(refusal),
  );
}

function unknown(parameter: DescribedParameter): Reference {
  return { unknown: typeOf(parameter) };
}

function typeOf({ types, format }: DescribedParameter): 'integer' | 'uuid' | 'string' {
  if (types.includes('integer')) return 'integer';
  return format === 'uuid' ? 'uuid' : 'string';
}
