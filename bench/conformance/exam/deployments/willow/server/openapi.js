// The OpenAPI 3.1 document, made from the route table.
import { components } from './schema.js';
const NAMES = { 400: 'Invalid input', 401: 'Not authenticated', 402: 'Already subscribed', 403: 'Not permitted', 404: 'Not found', 409: 'Conflict', 500: 'Internal error', 503: 'Service unavailable' };
export function document(routes, port) {
  const paths = {};
  const origin = `http://127.0.0.1:${port}`;
  for (const r of routes) {
    const item = (paths[r.path] ??= r.api === 'workers' ? { servers: [{ url: `${origin}/agents` }] } : {});
    const responses = {};
    const result = r.result && r.result.headers ? r.result : r.result ? { type: 'application/json', schema: r.result } : null;
    responses[r.status] = { description: 'Done', ...(result && { content: { [result.type]: { schema: result.schema } } }) };
    if (result?.headers) responses[r.status].headers = Object.fromEntries(result.headers.map((h) => [h, { required: h === 'X-Service-Run-ID', schema: { type: 'string', ...(h === 'X-Service-Run-ID' && { format: 'uuid' }) } }]));
    const errors = new Set(r.errors);
    if (r.auth !== 'open') errors.add(401);
    if (r.api !== 'workers') errors.add(500);
    for (const e of [...errors].sort()) responses[e] = { description: NAMES[e], content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
    if (!r.webhook && (r.params || r.query || r.body)) responses[422] = { description: 'Validation error', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } } };
    const parameters = [
      ...Object.entries(r.params ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...Object.entries(r.query ?? {}).map(([name, { required, ...schema }]) => ({ name, in: 'query', required: required === true, schema })),
      ...(r.webhook ? [{ name: 'x-payments-signature', in: 'header', required: true, schema: { type: 'string' } }] : []),
    ];
    item[r.method.toLowerCase()] = {
      operationId: `${r.method.toLowerCase()}${r.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, c) => (c ?? '').toUpperCase())}`, tags: [r.tag],
      ...(r.deprecated && { deprecated: true }), ...(parameters.length && { parameters }),
      ...(r.body && { requestBody: { required: !r.bodyOptional, content: { 'application/json': { schema: r.body } } } }),
      security: r.auth === 'open' ? [] : [{ [r.auth === 'key' ? 'apiKey' : 'jwt']: [] }], responses,
    };
  }
  return {
    openapi: '3.1.0', info: { title: 'Willow: agent workers platform', version: '0.1.0' }, servers: [{ url: `${origin}/api` }], paths,
    components: { schemas: components, securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of POST /me/api-keys.' } } },
  };
}
