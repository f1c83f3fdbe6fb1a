import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import { methods } from '../read/openapi-document.ts';
import { operationsWithExtra } from '../read/request-schemas.ts';
import { describeMarks } from './annotate-document.ts';
import { type EmittedOperation, emitFunction } from './function.ts';
import { functionImports } from './function-imports.ts';
import { orvalDocument } from './orval-document.ts';
import { runOrval } from './run-orval.ts';

/** The modules of functions, and what each function was written from, in the order of the contract. */
export interface EmittedFunctions {
  files: GeneratedFile[];
  operations: EmittedOperation[];
}

/** One function per operation, in a file per tag: orval splits and types, the function is ours. */
export async function emitFunctions(api: Api): Promise<EmittedFunctions> {
  const seen: EmittedOperation[] = [];
  const extra = operationsWithExtra(api.document);
  const operations = new Map(api.operations.map((each) => [each.id, each]));
  const descriptions = describeOperations(api);
  const written = await runOrval(orvalDocument(api.document), {
    mode: 'tags-split',
    indexFiles: false,
    override: { header: false },
    client: () => ({
      client: (verb) => {
        const operation = operations.get(verb.operationId);
        if (!operation) throw new TypeError(`orval made up the operation ${verb.operationId}.`);
        const description = descriptions.get(verb.operationId) ?? [];
        const emitted = { operation, types: verb, description, takesExtra: extra.has(verb.operationId) };
        seen.push(emitted);
        const implementation = emitFunction(emitted);
        // The comment is part of the function; orval's own would repeat it.
        return { implementation, imports: [], docComment: '' };
      },
      dependencies: () => [],
      header: () => '',
      footer: () => '',
    }),
  });
  const order = api.operations.map(({ id }) => id);
  seen.sort((a, b) => order.indexOf(a.operation.id) - order.indexOf(b.operation.id));
  return { files: moduleFiles(api, written), operations: seen };
}

function describeOperations({ document }: Api): Map<string, string[]> {
  const operations = Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => item[method] ?? []),
  );
  return new Map(
    operations.map((each) => [each.operationId, [each.description ?? '', ...describeMarks(each)]]),
  );
}

function moduleFiles(api: Api, written: GeneratedFile[]): GeneratedFile[] {
  const tags = [...new Set(api.operations.map(({ tag }) => tag))];
  return tags.map((tag) => {
    const file = written.find(({ path }) => path === `${tag}/${tag}.ts`);
    if (!file) throw new TypeError(`orval wrote no module for the tag ${tag}.`);
    // orval leaves a blank line or two where its imports would be.
    const body = `${file.content.trim()}\n`.replaceAll(/^(\}|.*\);)\n\/\*\*/gm, '$1\n\n/**');
    return { path: `${tag}.ts`, content: functionImports(body, api) + body };
  });
}
