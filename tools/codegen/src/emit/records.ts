import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import {
  methods,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  resolveReference,
} from '../read/openapi-document.ts';
import { requestSchemas } from '../read/request-schemas.ts';
import { annotateDocument } from './annotate-document.ts';
import { docComment } from './doc-comment.ts';
import { type Declaration, type DescribedSchema, emitDeclaration } from './interface.ts';
import { bodyTypeName, hasNamelessBody, queryTypeName } from './operation-types.ts';
import { typeNames, withTypeNames } from './type-names.ts';

/** A named declaration for every schema, query and nameless body of both documents. */
export function emitRecords(apis: Api[]): GeneratedFile {
  const declarations = apis.flatMap(({ document, operations }) => {
    const annotated = withTypeNames(annotateDocument(document));
    const written = writtenOperations(annotated);
    return [
      ...schemaDeclarations(annotated),
      ...secondNames(document),
      ...operations.flatMap((each) => {
        const operation = written.get(each.id);
        return [
          ...(operation && each.queryParameters.length > 0 ? queryDeclaration(annotated, operation) : []),
          ...(operation && hasNamelessBody(each) ? bodyDeclaration(annotated, operation) : []),
        ];
      }),
    ];
  });
  return { path: 'records.ts', content: unique(declarations).join('\n') };
}

function writtenOperations(document: OpenApiDocument): Map<string, OperationObject> {
  const all = Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => item[method] ?? []),
  );
  return new Map(all.map((each) => [each.operationId, each]));
}

/** Answers are open, because the interface doesn't show all of their fields; what a caller writes is checked. */
function schemaDeclarations(document: OpenApiDocument): Declaration[] {
  const requests = requestSchemas(document);
  return Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const open = !requests.has(name);
    const described = open ? (schema as DescribedSchema) : withExtraNote(schema as DescribedSchema);
    return emitDeclaration(name, described, { open, keyword: 'interface' });
  });
}

/** The interface's own name of each record whose type has another. */
function secondNames(document: OpenApiDocument): Declaration[] {
  return Object.keys(document.components?.schemas ?? {}).flatMap((name) => {
    const type = typeNames[name];
    if (type === undefined) return [];
    const comment = docComment([`A second name of \`${type}\`: the one that the interface has for it.`]);
    return [{ name, text: `${comment}export type ${name} = ${type};\n` }];
  });
}

function withExtraNote(schema: DescribedSchema): DescribedSchema {
  const note = 'Fields that the interface does not show go into the option `extra` of the call.';
  return { ...schema, description: `${schema.description ?? ''}\n${note}` };
}

function queryDeclaration(document: OpenApiDocument, operation: OperationObject): Declaration[] {
  const parameters = (operation.parameters ?? [])
    .map((each): ParameterObject => resolveReference(document, each))
    .filter((each) => each.in === 'query');
  const schema: DescribedSchema = {
    type: 'object',
    description: `Query of ${operation.operationId}.`,
    properties: Object.fromEntries(
      parameters.map(({ name, schema = {}, description }) => [
        name,
        { ...schema, ...(description && { description }) } as DescribedSchema,
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  return emitDeclaration(queryTypeName(operation.operationId), schema, { open: false, keyword: 'interface' });
}

function bodyDeclaration(document: OpenApiDocument, operation: OperationObject): Declaration[] {
  const { content = {} } = operation.requestBody ? resolveReference(document, operation.requestBody) : {};
  const schema = Object.values(content)[0]?.schema as DescribedSchema | undefined;
  const description = `Body of ${operation.operationId}. ${schema?.description ?? ''}`.trim();
  return emitDeclaration(
    bodyTypeName(operation.operationId),
    { ...schema, description },
    { open: true, keyword: 'interface' },
  );
}

function unique(declarations: Declaration[]): string[] {
  const names = declarations.map(({ name }) => name);
  const clash = names.find((name, index) => names.indexOf(name) !== index);
  if (clash)
    throw new TypeError(
      `Two schemas are named ${clash}. Rename one of them: a record name is exported once.`,
    );
  return declarations.map(({ text }) => text);
}
