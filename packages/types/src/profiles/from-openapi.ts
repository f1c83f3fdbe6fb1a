import { type DescribedSchema, emitDeclaration, typeName, typeText } from '../gen/interfaces/interface.ts';
import { withTypeNames } from '../gen/interfaces/type-names.ts';
import { type OperationId, operationTable } from '../gen/operations.ts';
import { matchOperations } from './match-operations.ts';
import { withNamedRecords } from './name-records.ts';
import { type DeploymentDocument, type DocumentedOperation, follow } from './openapi-document.ts';
import { plainSchema, reachableSchemas } from './plain-schema.ts';

/** A profile as TypeScript, and what it was made of. */
export interface WrittenProfile {
  source: string;
  /** Operations of the contract that the document describes. */
  found: OperationId[];
  /** Operations of the contract that it has without JSON, such as those that answer 204. */
  bare: OperationId[];
  /** Operations of the contract that it doesn't have. */
  missing: OperationId[];
}

interface Parts {
  body?: DescribedSchema;
  answer?: DescribedSchema;
}

/** Makes a profile from a deployment's own OpenAPI document: types, and the schemas that hold answers to them. */
export function profileFromOpenApi(given: DeploymentDocument, origin: string): WrittenProfile {
  const document = withTypeNames(withNamedRecords(given));
  const matched = matchOperations(document);
  const parts = new Map(
    [...matched].flatMap(([id, operation]) => {
      const found = partsOf(operation, document);
      return Object.keys(found).length > 0 ? [[id, found] as const] : [];
    }),
  );
  const event = eventSchema(matched, document);
  const schemas = document.components?.schemas ?? {};
  const used = reachableSchemas([...parts.values(), event], schemas);
  const source = [
    `// Made by agent-workers-types from-openapi, from ${origin}.\n`,
    "import { type DeploymentProfile, defineProfile } from '@agent-workers/types/profiles';\n",
    ...declarations(used),
    `/** One line of an NDJSON answer. */\nexport type RunEvent = ${typeText(withoutEmpty(event ?? {}))};\n`,
    operationTypes(parts),
    profileConstant({ document, parts, event, used }),
  ].join('\n');
  const found = [...parts.keys()];
  const all = Object.keys(operationTable) as OperationId[];
  return {
    source,
    found,
    bare: all.filter((id) => matched.has(id) && !parts.has(id)),
    missing: all.filter((id) => !matched.has(id)),
  };
}

function partsOf({ requestBody, responses = {} }: DocumentedOperation, document: DeploymentDocument): Parts {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const body = requestBody && jsonSchema(follow(requestBody, document).content);
  const answer = success && jsonSchema(follow(success, document).content);
  return { ...(body && { body }), ...(answer && { answer }) };
}

function jsonSchema(content: Record<string, { schema?: DescribedSchema }> = {}): DescribedSchema | undefined {
  const type = Object.keys(content).find((each) => /[/+]json\b/.test(each));
  const schema = type === undefined ? undefined : content[type]?.schema;
  return schema && Object.keys(schema).length > 0 ? schema : undefined;
}

function eventSchema(
  matched: ReadonlyMap<OperationId, DocumentedOperation>,
  document: DeploymentDocument,
): DescribedSchema | undefined {
  const responses = Object.values(matched.get('startRunNdjson')?.responses ?? {});
  const contents = responses.flatMap((each) => Object.entries(follow(each, document).content ?? {}));
  const [, stream] = contents.find(([type]) => /ndjson|jsonl|json-seq/.test(type)) ?? [];
  return stream?.itemSchema ?? stream?.schema;
}

function declarations(used: ReadonlyMap<string, DescribedSchema>): string[] {
  const all = [...used].flatMap(([name, schema]) =>
    emitDeclaration(typeName(name), withoutEmpty(schema), { open: false, keyword: 'type' }),
  );
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name)).map(({ text }) => text);
}

/** An object of which the document says nothing may hold anything. */
function withoutEmpty(schema: DescribedSchema): DescribedSchema {
  const entries = Object.entries(schema).map(([key, value]) => [key, inner(value)]);
  const copy: DescribedSchema = Object.fromEntries(entries);
  const isEmpty = copy.type === 'object' && !copy.properties && copy.additionalProperties !== false;
  return isEmpty && typeof copy.additionalProperties !== 'object'
    ? { ...copy, additionalProperties: {} }
    : copy;
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === 'object' && value !== null ? withoutEmpty(value as DescribedSchema) : value;
}

function operationTypes(parts: ReadonlyMap<OperationId, Parts>): string {
  const lines = [...parts].map(([id, { body, answer }]) => {
    const fields = [
      ...(body ? [`body: ${typeText(withoutEmpty(body))}`] : []),
      ...(answer ? [`answer: ${typeText(withoutEmpty(answer))}`] : []),
    ];
    return `  ${id}: { ${fields.join('; ')} };\n`;
  });
  return `/** What each operation takes and gives. */\nexport type ProfiledOperations = {\n${lines.join('')}};\n`;
}

/** JSON with one line for each schema. */
function text(value: object, depth: number): string {
  if (depth === 0) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${text(each, depth - 1)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

interface Written {
  document: DeploymentDocument;
  parts: ReadonlyMap<OperationId, Parts>;
  event: DescribedSchema | undefined;
  used: ReadonlyMap<string, DescribedSchema>;
}

function profileConstant({ document, parts, event, used }: Written): string {
  const data = {
    $defs: Object.fromEntries([...used].map(([name, schema]) => [name, plainSchema(schema)])),
    operations: Object.fromEntries(
      [...parts].map(([id, each]) => [
        id,
        Object.fromEntries(Object.entries(each).map(([part, schema]) => [part, plainSchema(schema)])),
      ]),
    ),
    ...(event && { event: plainSchema(event) }),
  };
  const title = document.info?.title?.replaceAll('*/', '*\\/') ?? 'This deployment';
  const comment = `/** What the records of "${title}" look like. */\n`;
  const type = 'export interface Deployment extends DeploymentProfile<ProfiledOperations, RunEvent> {}';
  const value = `export const profile: Deployment = defineProfile<ProfiledOperations, RunEvent>(${text(data, 2)});`;
  return `${comment}${type}\n\n/** Goes into the option \`profile\` of a client. */\n${value}\n`;
}
