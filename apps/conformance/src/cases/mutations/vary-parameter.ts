import type { DescribedParameter } from '../../spec/description.ts';
import type { Mutation } from './mutation.ts';
import { formsOf, hasForms, type ValueForm } from './value-forms.ts';
import type { ParameterVariant } from './variant.ts';

/** Of longer values only the length is told. */
const mostShown = 60;

/** What can be wrong or odd about one parameter that is otherwise sent with a valid value. */
export function varyParameter(parameter: DescribedParameter, valid: string): readonly ParameterVariant[] {
  const { name } = parameter;
  const forms = formsOf(typeOf(parameter), valid);
  const odd = forms.map((one) => inForm(name, one));
  if (parameter.in === 'path') return odd;
  const [other] = forms;
  const [first, ...rest] = odd;
  return [
    ...(first === undefined ? [] : [first]),
    sent([valid, other?.value ?? ''], { kind: 'twice', values: 'different', of: name }),
    ...rest,
    sent([valid, valid], { kind: 'twice', values: 'same', of: name }),
    sent([''], { kind: 'no-value', of: name }),
  ];
}

function typeOf({ types, format }: DescribedParameter): string {
  if (format !== undefined && hasForms(format)) return format;
  return types.find(hasForms) ?? 'string';
}

function inForm(of: string, { form, value }: ValueForm): ParameterVariant {
  const { length: characters } = value;
  const shown = characters > mostShown ? {} : { value };
  return sent([value], { kind: 'value', form, ...shown, characters, of });
}

function sent(
  values: readonly string[],
  mutation: Extract<Mutation, { readonly of: string }>,
): ParameterVariant {
  return { kind: 'mutation', mutation, parameter: mutation.of, values };
}
