import { vibeServices } from '../domain/vibe-services.ts';
import { isObject, type JsonObject, membersOf } from './json.ts';

/** What we take where the contract doesn't show the values, by the parameter's name. */
const choices: Readonly<Record<string, JsonObject>> = {
  service_name: { enum: vibeServices.map(({ service_name }) => service_name) },
  limit: { minimum: 1 },
};

/** A parameter with our choice of its values; a reference stays as it is. */
export function chosenParameter(parameter: unknown): unknown {
  const { name, schema, ...rest } = membersOf(parameter);
  const { 'x-not-shown': notShown, ...shown } = membersOf(schema);
  const choice = choices[String(name)];
  if (!isObject(parameter) || !choice || notShown === undefined) return parameter;
  return { name, ...rest, schema: { ...shown, ...choice, 'x-choice': notShown } };
}
