import type { Examples } from './examples.ts';

/** GET /openapi.json, outside the documented paths. It's built at the first request, so that a start needn't wait. */
export function openapiDocument(examples: Examples = {}) {
  let document: Promise<string> | undefined;
  return async (): Promise<Response> => {
    document ??= import('./build-document.ts').then(({ buildDocument }) =>
      JSON.stringify(buildDocument(examples)),
    );
    return new Response(await document, { headers: { 'content-type': 'application/json' } });
  };
}
