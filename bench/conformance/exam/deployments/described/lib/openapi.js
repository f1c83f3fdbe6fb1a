'use strict';
// The OpenAPI 3.1 document, from the routes and the schemas; no fault comes near it.
module.exports = (app, schemas) => {
  const ref = (n) => ({ $ref: `#/components/schemas/${n}` });
  const paths = {};
  const json = (schema, description) => ({ description, content: { 'application/json': { schema } } });
  const schemaOf = (x) => Array.isArray(x) ? { type: 'array', items: ref(x[0]) } : typeof x === 'string' ? ref(x) : x;
  for (const { method, path, op, names } of app.routes) {
    const parameters = [];
    for (const name of names) parameters.push({ name, in: 'path', required: true, schema: (op.path || {})[name] || { type: 'string' } });
    for (const [name, { req, ...schema }] of Object.entries(op.query || {})) parameters.push({ name, in: 'query', required: !!req, schema });
    for (const h of op.headers || []) parameters.push({ name: h, in: 'header', required: true, schema: { type: 'string' } });
    const responses = {};
    for (const [st, x] of Object.entries(op.res)) responses[st] = x === null ? { description: 'Done, no body' } : json(schemaOf(x), 'Done');
    if (op.auth) responses[401] = json(ref('Problem'), 'Credential missing or invalid');
    for (const [st, t] of Object.entries(op.err || {})) responses[st] = json(ref('Problem'), t);
    if (names.some((n) => (op.path || {})[n]) || op.query || op.body) responses[422] = json(ref('HTTPValidationError'), 'Validation error');
    const o = { operationId: `${method.toLowerCase()}_${path.replace(/[^a-z_]+/gi, '_').replace(/^_|_$/g, '')}`, tags: [op.tag || 'user'], summary: op.sum || `${method} ${path}`, parameters, responses };
    if (op.auth) o.security = [{ jwt: [] }]; else o.security = [];
    if (op.deprecated) o.deprecated = true;
    const bs = op.bodySchema || (op.body && ref(op.body));
    if (bs) o.requestBody = { required: !op.bodyOptional, content: { 'application/json': { schema: op.bodyOptional ? { anyOf: [bs, { type: 'null' }] } : bs } } };
    (paths[path] ||= {})[method.toLowerCase()] = o;
  }
  const P = (n) => ({ name: n, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
  const runHead = { 'X-Service-Run-ID': { required: true, schema: { type: 'string', format: 'uuid' } }, 'x-service-job-id': { description: 'when this message started a background job', schema: { type: 'string' } } };
  const wErr = { 400: json(ref('Problem'), 'message is missing or no text, or the agent_id is no GUID'), 401: json(ref('Problem'), 'API key missing or invalid'), 402: json(ref('Problem'), 'A paid agent, without subscription'), 404: json(ref('Problem'), 'No such agent or run') };
  const talk = (id, mime, put) => ({ operationId: id, tags: ['workers'], security: [{ apiKey: [] }], parameters: put ? [P('agent_id'), P('run_id')] : [P('agent_id')],
    requestBody: { required: true, content: { 'application/json': { schema: ref('MessageRequest') } } },
    responses: { 200: { description: 'The stream', headers: runHead, content: { [mime]: { schema: { type: 'string' } } } }, ...wErr,
      ...(put ? { 403: json(ref('Problem'), "Another user's run"), 409: json(ref('Problem'), 'A background job is running') } : {}) } });
  const text = 'text/plain', nd = 'application/x-ndjson';
  const workerPaths = {
    '/{agent_id}': { post: talk('talk_start', text, false) },
    '/{agent_id}/{run_id}': { put: talk('talk_continue', text, true),
      get: { operationId: 'talk_history', tags: ['workers'], security: [{ apiKey: [] }], parameters: [P('agent_id'), P('run_id')],
        responses: { 200: { ...json({ type: 'array', items: ref('Message') }, 'The messages, oldest first'), headers: { 'x-service-job-id': { description: 'present while a background job runs', schema: { type: 'string' } } } },
          401: wErr[401], 400: json(ref('Problem'), 'an id is no GUID'), 403: json(ref('Problem'), "Another user's run"), 404: wErr[404] } } },
    '/ndjson/{agent_id}': { post: talk('talk_start_ndjson', nd, false) },
    '/ndjson/{agent_id}/{run_id}': { put: talk('talk_continue_ndjson', nd, true) },
  };
  return (host) => {
    const wp = {};
    for (const [p, v] of Object.entries(workerPaths)) wp[p] = { servers: [{ url: `http://${host}/talk` }], ...v };
    return { openapi: '3.1.0', info: { title: 'Harbour agent workers', version: '0.1.0' }, servers: [{ url: `http://${host}/platform` }], paths: { ...paths, ...wp },
      components: { securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, apiKey: { type: 'http', scheme: 'bearer' } }, schemas } };
  };
};
