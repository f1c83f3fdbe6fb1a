import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import type { OpenApiDocument, SchemaObject } from '../read/openapi-document.ts';
import type { Operation } from '../read/operation.ts';
import { describeMarks } from './annotate-document.ts';
import { docComment } from './doc-comment.ts';
import { bodyTypeName, capitalise, hasNamelessBody, queryTypeName } from './operation-types.ts';

/** Importable names for every schema, query and nameless body of both documents. */
export function emitRecords(apis: Api[]): GeneratedFile {
  const aliases = apis.flatMap(({ name, document, operations }) => [
    ...schemaAliases(name, document),
    ...operations.flatMap((each) => operationAliases(name, each)),
  ]);
  const source = uniqueAliases(aliases).join('\n');
  return {
    path: 'records.ts',
    content: `${apis.map(({ name }) => importLine(name, source)).join('')}\n${source}`,
  };
}

function importLine(api: string, source: string): string {
  const names = ['components', 'operations']
    .map((name) => ({ name, alias: `${prefix(api)}${capitalise(name)}` }))
    .filter(({ alias }) => source.includes(alias));
  const list = names.map(({ name, alias }) => `${name} as ${alias}`);
  return list.length > 0 ? `import type { ${list.join(', ')} } from './${api}.ts';\n` : '';
}

interface Alias {
  name: string;
  text: string;
}

function schemaAliases(api: string, { components }: OpenApiDocument): Alias[] {
  return Object.entries(components?.schemas ?? {}).map(([name, schema]) => {
    const marks = schema as SchemaObject;
    const doc = docComment([marks.description ?? '', ...describeMarks(marks)]);
    return { name, text: `${doc}export type ${name} = ${prefix(api)}Components['schemas']['${name}'];\n` };
  });
}

function operationAliases(api: string, operation: Operation): Alias[] {
  const source = `${prefix(api)}Operations['${operation.id}']`;
  const query = `NonNullable<${source}['parameters']['query']>`;
  const body = `NonNullable<${source}['requestBody']>['content']['${operation.body?.mediaTypes[0]}']`;
  return [
    ...(operation.queryParameters.length > 0
      ? [alias(queryTypeName(operation.id), `Query of ${operation.id}.`, query)]
      : []),
    ...(hasNamelessBody(operation)
      ? [alias(bodyTypeName(operation.id), `Body of ${operation.id}.`, body)]
      : []),
  ];
}

function alias(name: string, description: string, type: string): Alias {
  return { name, text: `/** ${description} */\nexport type ${name} = ${type};\n` };
}

function uniqueAliases(aliases: Alias[]): string[] {
  const names = aliases.map(({ name }) => name);
  const clash = names.find((name, index) => names.indexOf(name) !== index);
  if (clash)
    throw new TypeError(
      `Two schemas are named ${clash}. Rename one of them: a record name is exported once.`,
    );
  return aliases.map(({ text }) => text);
}

function prefix(api: string): string {
  return api.split('-')[0] ?? api;
}
