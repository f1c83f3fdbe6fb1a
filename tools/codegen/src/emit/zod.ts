import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import type { OpenApiDocument } from '../read/openapi-document.ts';
import { orvalDocument } from './orval-document.ts';
import { runOrval } from './run-orval.ts';

/** zod 4 mini schemas of the records, and of each operation's parameters, body and answer. */
export async function emitZod({ name, document, operations }: Api): Promise<GeneratedFile> {
  const streaming = new Set(operations.filter(({ streaming }) => streaming).map(({ id }) => id));
  const [file] = await runOrval(withoutText(withoutStreams(orvalDocument(document), streaming)), {
    mode: 'single',
    client: 'zod',
    indexFiles: false,
    override: {
      header: false,
      zod: {
        version: 4,
        variant: 'mini',
        generateReusableSchemas: true,
        exactOptional: true,
        dateTimeOptions: { offset: true, local: true },
      },
    },
  });
  if (!file) throw new TypeError(`orval wrote no zod schemas for ${name}.`);
  return { path: `zod/${name}.ts`, content: openObjects(file.content) };
}

/** Streams aren't validated as one value; their request bodies are records. */
function withoutStreams(document: OpenApiDocument, streaming: Set<string>): OpenApiDocument {
  for (const item of Object.values(document.paths)) {
    if (item.post && streaming.has(item.post.operationId)) delete item.post;
    if (item.put && streaming.has(item.put.operationId)) delete item.put;
  }
  return document;
}

/** Descriptions are in the types; a default would make a validator invent values. */
function withoutText({ info, paths, components }: OpenApiDocument): OpenApiDocument {
  const plain: unknown = JSON.parse(JSON.stringify({ paths, components }, plainValue));
  return { openapi: '3.1.0', info, ...(plain as Pick<OpenApiDocument, 'paths' | 'components'>) };
}

function plainValue(key: string, value: unknown): unknown {
  // A response must keep a description, if an empty one.
  if (key === 'description' && typeof value === 'string') return '';
  return key === 'summary' || key === 'default' || key.startsWith('x-') ? undefined : value;
}

/** The types exist already; orval strips unknown keys even where the schema is open, and refuses a GUID that isn't an RFC 9562 version. */
function openObjects(source: string): string {
  return source
    .replaceAll(/^export type .*\n+/gm, '')
    .replaceAll('zod.object(', 'zod.looseObject(')
    .replaceAll('zod.uuid()', 'zod.guid()');
}
