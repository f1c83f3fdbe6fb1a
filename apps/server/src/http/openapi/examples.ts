import { isObject, type JsonObject, membersOf } from './json.ts';

/** Calls that work, by operation: values of its parameters, and a body. */
export type Examples = Readonly<
  Record<string, { parameters?: Readonly<Record<string, unknown>>; body?: unknown }>
>;

/** A path of the document whose operations have examples. @param components where its references lead. */
export function withExamples(
  path: JsonObject,
  { examples, components }: { examples: Examples; components: JsonObject },
): JsonObject {
  const shared = asList(path.parameters);
  return Object.fromEntries(
    Object.entries(path).map(([key, operation]) => {
      const example = isObject(operation) ? examples[String(operation.operationId)] : undefined;
      if (!example || !isObject(operation)) return [key, operation];
      const own = asList(operation.parameters);
      const parameters = [...own, ...shared]
        .map((parameter) => resolve(parameter, components))
        .filter(({ name }) => Object.hasOwn(example.parameters ?? {}, String(name)))
        .map((parameter) => ({ ...parameter, example: example.parameters?.[String(parameter.name)] }));
      const shown = new Set(parameters.map((parameter) => nameOf(parameter)));
      const rest = own.filter((parameter) => !shown.has(nameOf(resolve(parameter, components))));
      const all = [...rest, ...parameters];
      return [
        key,
        {
          ...operation,
          ...(all.length > 0 && { parameters: all }),
          ...('body' in example && { requestBody: withExample(operation.requestBody, example.body) }),
        },
      ];
    }),
  );
}

function nameOf(parameter: JsonObject): unknown {
  return parameter.name;
}

function asList(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function resolve(parameter: JsonObject, components: JsonObject): JsonObject {
  const name = typeof parameter.$ref === 'string' ? parameter.$ref.split('/').at(-1) : undefined;
  return name === undefined ? parameter : membersOf(membersOf(components.parameters)[name]);
}

function withExample(body: unknown, example: unknown): JsonObject {
  const { content, ...rest } = membersOf(body);
  const json = membersOf(membersOf(content)['application/json']);
  return { ...rest, content: { ...membersOf(content), 'application/json': { ...json, example } } };
}
