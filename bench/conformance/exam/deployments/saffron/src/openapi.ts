// The OpenAPI 3.1 document, made of the same routes that are served.
import { routes, components } from './framework.ts';
const TEXT: Record<number, string> = { 400: 'Bad request', 401: 'Invalid or missing credential', 402: 'Already subscribed', 403: 'Forbidden', 404: 'Not found', 409: 'Conflict', 413: 'Body too large', 422: 'Validation error', 500: 'Internal error', 503: 'Service unavailable' };
const ref = (n: string) => ({ $ref: '#/components/schemas/' + n });
export function openapi() {
  const responses: any = {};
  for (const [s, d] of Object.entries(TEXT)) responses['E' + s] = { description: d, content: { 'application/json': { schema: ref(s === '422' ? 'HTTPValidationError' : 'ErrorResponse') } } };
  const paths: any = {};
  for (const r of routes) {
    const s = r.spec, op: any = { operationId: s.id, summary: s.summary ?? s.id, tags: [s.tag ?? 'docs'], responses: {} };
    if (s.deprecated) op.deprecated = true;
    op.security = (s.auth ?? 'jwt') === 'jwt' ? [{ jwt: [] }] : s.auth === 'key' ? [{ apiKey: [] }] : [];
    const parameters: any[] = [];
    for (const seg of r.segs) if (seg[0] === '{') { const n = seg.slice(1, -1); parameters.push({ name: n, in: 'path', required: true, schema: s.params?.[n] ?? { type: 'string' } }); }
    for (const [n, q] of Object.entries<any>(s.query ?? {})) { const { required, ...schema } = q; parameters.push({ name: n, in: 'query', required: !!required, schema }); }
    if (s.id === 'receivePaymentEvent') parameters.push({ name: 'X-Payment-Signature', in: 'header', required: true, schema: { type: 'string' }, description: 'sha256=<hex HMAC-SHA256 of the body>' });
    if (parameters.length) op.parameters = parameters;
    const bodySchema = s.body ?? (s.raw ? 'PaymentEvent' : null);
    if (bodySchema) op.requestBody = { required: !s.bodyOptional, content: { 'application/json': { schema: s.bodyOptional ? { anyOf: [ref(bodySchema), { type: 'null' }] } : ref(bodySchema) } } };
    const ok: any = { description: 'Success' };
    if (s.stream) ok.content = { [s.stream]: { schema: s.stream.includes('ndjson') ? { type: 'string', description: 'One NdjsonEvent a line', 'x-line-schema': ref('NdjsonEvent') } : { type: 'string' } } };
    else if (s.answer) ok.content = { 'application/json': { schema: typeof s.answer === 'string' ? ref(s.answer) : s.answer } };
    for (const h of s.headers ?? []) (ok.headers ??= {})[h] = { schema: { type: 'string' }, required: h !== 'x-service-job-id' };
    op.responses[String(s.status ?? 200)] = ok;
    const errs = new Set([...(s.errs ?? []), 500]);
    if ((s.auth ?? 'jwt') !== 'none') errs.add(401);
    if (s.params || s.query || s.body) errs.add(422);
    if (bodySchema) errs.add(413);
    for (const e of [...errs].sort()) op.responses[e] = { $ref: '#/components/responses/E' + e };
    (paths[r.path] ??= {})[r.method.toLowerCase()] = op;
  }
  return {
    openapi: '3.1.0', info: { title: 'Agent Workers Platform (saffron)', version: '0.1.0' }, servers: [{ url: '/' }], paths,
    components: { schemas: components, responses, securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' } } },
  };
}
