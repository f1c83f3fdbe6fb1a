/** GET /openapi.json, outside the documented paths. It's built at the first request, so that a start needn't wait. */
export function openapiDocument() {
  let document: Promise<string> | undefined;
  return async (): Promise<Response> => {
    document ??= import('./build-document.ts').then(({ buildDocument }) => JSON.stringify(buildDocument()));
    return new Response(await document, { headers: { 'content-type': 'application/json' } });
  };
}
