import { methods, type OpenApiDocument } from './openapi-document.ts';

/** Names of the schemas that only requests have: what a caller writes, where a record is what a caller reads. */
export function requestSchemas(document: OpenApiDocument): ReadonlySet<string> {
  const { components = {}, paths } = document;
  const bodies = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => ('requestBody' in operation ? [operation.requestBody] : [])),
  );
  const answers = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => ('responses' in operation ? [operation.responses] : [])),
  );
  const answered = reachable(answers, components);
  return new Set([...reachable(bodies, components)].filter((name) => !answered.has(name)));
}

/** Ids of the operations whose body is such a schema; any other body is open or unknown as it is. */
export function operationsWithExtra(document: OpenApiDocument): ReadonlySet<string> {
  const requests = requestSchemas(document);
  const operations = Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => item[method] ?? []),
  );
  const taking = operations.filter(({ requestBody }) =>
    referencesIn(requestBody).some((each) => requests.has(each.split('/').at(-1) ?? '')),
  );
  return new Set(taking.map(({ operationId }) => operationId));
}

type Components = NonNullable<OpenApiDocument['components']>;

function reachable(start: unknown, components: Components): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  while (waiting.length > 0) {
    for (const reference of referencesIn(waiting.pop())) {
      const [kind = '', name = ''] = reference.split('/').slice(-2);
      if (found.has(reference)) continue;
      found.add(reference);
      waiting.push(components[kind as keyof Components]?.[name]);
    }
  }
  const prefix = '#/components/schemas/';
  return new Set([...found].flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : [])));
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
  );
}
