import type { DescribedParameter } from '../../spec/description.ts';
import type { Mutation } from './mutation.ts';
import { formsOf } from './odd-values.ts';

export interface ParameterMutation extends Mutation {
  readonly parameter: string;
  /** Every value that is sent under its name. */
  readonly values: readonly string[];
}

/** Longer values are named by how long they are. */
const mostShown = 60;

/** What can be wrong or odd about one parameter that is otherwise sent with a valid value. */
export function varyParameter(parameter: DescribedParameter, valid: string): readonly ParameterMutation[] {
  const { name } = parameter;
  const forms = (formsOf[typeOf(parameter)]?.(valid) ?? []).filter((value) => value !== valid);
  const odd = forms.map(
    (value): ParameterMutation => ({
      kind: 'mutation',
      about: `with ${shown(value)} for ${name}`,
      parameter: name,
      values: [value],
    }),
  );
  if (parameter.in === 'path') return odd;
  const [other = ''] = forms;
  const [first, ...rest] = odd;
  return [
    ...(first === undefined ? [] : [first]),
    twice(name, [valid, other], `with ${name} twice, with different values`),
    ...rest,
    twice(name, [valid, valid], `with ${name} twice, with the same value`),
    { kind: 'mutation', about: `with no value for ${name}`, parameter: name, values: [''] },
  ];
}

function typeOf({ types, format }: DescribedParameter): string {
  if (format !== undefined && format in formsOf) return format;
  return types.find((type) => type in formsOf) ?? 'string';
}

function twice(parameter: string, values: readonly string[], about: string): ParameterMutation {
  return { kind: 'mutation', about, parameter, values };
}

function shown(value: string): string {
  return value.length > mostShown ? `${value.length.toLocaleString('en')} characters` : JSON.stringify(value);
}
