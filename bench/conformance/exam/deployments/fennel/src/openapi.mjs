// The OpenAPI 3.1 document, from the routes and their zod schemas.
import { z } from 'zod';
import { routes, route } from './http.mjs';

const js = (s, io) => { const { $schema, ...j } = z.toJSONSchema(s, { io, unrepresentable: 'any' }); return j; };
const error = { type: 'object', required: ['error', 'requestId'], properties: { error: { type: 'object', required: ['type', 'message', 'details'], properties: { type: { type: 'string' }, message: { type: 'string' }, details: { type: 'array', items: {} } } }, requestId: { type: 'string' } } };
const validation = { ...error, title: 'HTTPValidationError', properties: { ...error.properties, error: { ...error.properties.error, properties: { ...error.properties.error.properties, type: { const: 'validation_error' }, details: { type: 'array', items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'array', items: {} }, message: { type: 'string' } } } } } } } };
const words = { 400: 'Invalid input', 401: 'Credential missing or not valid', 402: 'Already subscribed', 403: 'No permission', 404: 'Not found', 409: 'Conflict', 422: 'Validation error', 500: 'Internal error' };
const content = (schema, type = 'application/json') => ({ [type]: { schema } });
function answer(r) {
  if (r.stream) return { description: 'Streamed', headers: { 'X-Service-Run-ID': { required: true, schema: { type: 'string', format: 'uuid' } }, 'x-service-job-id': { schema: { type: 'string' } } }, content: content({ type: 'string' }, r.stream) };
  if (r.status === 204) return { description: 'Deleted' };
  const id = { type: 'string' };
  let s;
  if (r.jwtOrNull) s = { type: ['string', 'null'] };
  else {
    const rec = js(r.out, 'output');
    const wrapped = { type: 'object', required: ['data', 'requestId'], properties: { data: rec, requestId: id } };
    if (r.array) s = { type: 'array', items: rec };
    else if (r.wrap === 'list') s = { type: 'object', required: ['data', 'page', 'requestId'], properties: { data: { type: 'array', items: rec }, page: { type: 'object', required: ['next', 'hasMore'], properties: { next: { type: ['string', 'null'], format: 'date-time' }, hasMore: { type: 'boolean' } } }, requestId: id, ...Object.fromEntries(Object.entries(r.extra ?? {}).map(([k, t]) => [k, { type: t }])) } };
    else if (r.nullable) s = { anyOf: [wrapped, { type: 'null' }] };
    else s = wrapped;
  }
  return { description: 'Success', content: content(s), ...(r.jobHeader ? { headers: { 'x-service-job-id': { description: 'While a background job runs', schema: { type: 'string' } } } } : {}) };
}
function document() {
  const paths = {};
  for (const r of routes) {
    if (r.hidden) continue;
    const parameters = [];
    for (const p of r.parts) if (p[0] === '{') { const k = r.params?.[p.slice(1, -1)]; parameters.push({ name: p.slice(1, -1), in: 'path', required: true, schema: k === 'uuid' ? { type: 'string', format: 'uuid' } : k === 'integer' ? { type: 'integer' } : { type: 'string' } }); }
    for (const [name, q] of Object.entries(r.query ?? {})) {
      const schema = { type: q.type === 'date-time' ? 'string' : q.type };
      if (q.type === 'date-time') schema.format = 'date-time';
      if (q.nullable) schema.type = [schema.type, 'null'];
      for (const [from, to] of [['min', 'minimum'], ['max', 'maximum'], ['default', 'default'], ['minLength', 'minLength'], ['enum', 'enum']]) if (q[from] !== undefined) schema[to] = q[from];
      parameters.push({ name, in: 'query', required: Boolean(q.required), schema });
    }
    if (r.header) parameters.push({ name: r.header, in: 'header', required: true, schema: { type: 'string' } });
    const statuses = new Set([...(r.also ?? []), 500]);
    if (r.auth === 'user' || r.auth === 'key') statuses.add(401);
    if (r.body || parameters.length) statuses.add(422);
    const responses = { [r.status ?? 200]: answer(r) };
    for (const s of [...statuses].sort()) responses[s] = { description: words[s], content: content({ $ref: '#/components/schemas/' + (s === 422 ? 'HTTPValidationError' : 'Error') }) };
    const op = { tags: [r.tag], operationId: r.method.toLowerCase() + r.path.replace(/[{}]/g, '').split(/[^a-zA-Z0-9]+/).filter(Boolean).map((x) => x[0].toUpperCase() + x.slice(1)).join(''), parameters, responses };
    if (r.body) op.requestBody = { required: !r.bodyOptional, content: content(r.bodyOptional ? { anyOf: [js(r.body, 'input'), { type: 'null' }] } : js(r.body, 'input')) };
    if (r.raw) op.requestBody = { required: true, content: content({ type: 'object', required: ['id', 'type'], properties: { id: { type: 'string' }, type: { type: 'string' }, data: {} } }) };
    if (r.deprecated) op.deprecated = true;
    op.security = r.auth === 'user' ? [{ jwt: [] }] : r.auth === 'key' ? [{ apiKey: [] }] : r.auth === 'optional' ? [{}, { jwt: [] }] : [];
    (paths[r.path] ??= {})[r.method.toLowerCase()] = op;
  }
  return { openapi: '3.1.0', info: { title: 'Fennel agent workers', version: '0.1.0' }, paths, components: { securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, apiKey: { type: 'http', scheme: 'bearer' } }, schemas: { Error: error, HTTPValidationError: validation } } };
}
let doc;
route('GET', '/openapi.json', { auth: 'none', hidden: true }, async () => (doc ??= document()));
