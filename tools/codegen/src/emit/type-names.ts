/** The word that people type for a record, where the interface has another. */
export const typeNames: Readonly<Record<string, string>> = { AgentModel: 'Agent' };

interface NamedSchemas {
  components?: { schemas?: Record<string, unknown> };
}

/** A copy in which schemas are named as their types are; one keeps its name where another schema has the type's. */
export function withTypeNames<Document extends NamedSchemas>(document: Document): Document {
  const { schemas = {} } = document.components ?? {};
  const names = new Map(
    Object.entries(typeNames).filter(
      ([name, type]) => Object.hasOwn(schemas, name) && !Object.hasOwn(schemas, type),
    ),
  );
  if (names.size === 0) return document;
  const references = new Map([...names].map(([name, type]) => [referenceTo(name), referenceTo(type)]));
  const named = Object.entries(schemas).map(([name, schema]) => [names.get(name) ?? name, schema]);
  const components = { ...document.components, schemas: Object.fromEntries(named) };
  return withReferences({ ...document, components }, references);
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function withReferences<Part>(part: Part, references: ReadonlyMap<unknown, string>): Part {
  if (Array.isArray(part)) return part.map((each) => withReferences(each, references)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, each]) => {
    const reference = key === '$ref' ? references.get(each) : undefined;
    return [key, reference ?? withReferences(each, references)];
  });
  return Object.fromEntries(entries);
}
