import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { GeneratedFile } from '../generated-file.ts';
import type { Api } from '../read/load-apis.ts';
import { annotateDocument } from './annotate-document.ts';

/** `paths`, `components` and `operations` of one document. */
export async function emitTypes({ name, document }: Api): Promise<GeneratedFile> {
  const annotated: unknown = annotateDocument(document);
  const nodes = await openapiTypescript(annotated as OpenAPI3, {
    // A property with a default would become required, in requests too.
    defaultNonNullable: false,
    alphabetize: false,
    silent: true,
  });
  return { path: `${name}.ts`, content: plainDescriptions(astToString(nodes)) };
}

/** An editor shows a comment's text better than a tag's. */
function plainDescriptions(source: string): string {
  return source
    .replaceAll(/^(\s*\* )@description /gm, '$1')
    .replaceAll('/** @description ', '/** ')
    .replaceAll(/^(\s*\*) {5}(?=\S)/gm, '$1 ');
}
