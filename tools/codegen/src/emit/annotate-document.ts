import type { Marks, OpenApiDocument, ParameterObject, SchemaObject } from '../read/openapi-document.ts';

/** A copy whose descriptions also say what is inferred, not shown, nullable or bounded: what a developer hovers. */
export function annotateDocument(document: OpenApiDocument): OpenApiDocument {
  return annotate(document) as OpenApiDocument;
}

function annotate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(annotate);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, annotate(each)]);
  const description = describe(value);
  return Object.fromEntries(description ? [...entries, ['description', description]] : entries);
}

function describe(value: Marks & SchemaObject & Partial<ParameterObject>): string {
  // A schema may have a property that is named description.
  if (typeof value.description === 'object') return '';
  const own = [value.description, ...describeMarks(value), ...describeBounds(value)];
  return [...own, ...(typeof value.in === 'string' ? describeParameterSchema(value) : [])]
    .filter(Boolean)
    .join('\n');
}

/** An editor shows the comment of a parameter, never that of its schema. */
function describeParameterSchema({ schema = {} }: Partial<ParameterObject>): string[] {
  return [...describeBounds(schema), schema.default === undefined ? '' : `Default ${schema.default}.`];
}

/** What the interface doesn't say about this, and how we read what it says. */
export function describeMarks(marks: Marks): string[] {
  const { 'x-inferred': inferred, 'x-not-shown': notShown, 'x-reading': reading } = marks;
  return [
    inferred === true ? 'Inferred: the interface names this in words only.' : '',
    typeof notShown === 'string' ? `Not shown by the interface: ${notShown}.` : '',
    typeof reading === 'string' ? `Reading: ${reading}` : '',
  ].filter(Boolean);
}

function describeBounds({ type, minimum, maximum, minLength }: SchemaObject): string[] {
  return [
    Array.isArray(type) && type.includes('null') ? 'May be null.' : '',
    typeof minimum === 'number' ? `At least ${minimum}.` : '',
    typeof maximum === 'number' ? `At most ${maximum}.` : '',
    typeof minLength === 'number' ? `Length at least ${minLength}.` : '',
  ].filter(Boolean);
}
