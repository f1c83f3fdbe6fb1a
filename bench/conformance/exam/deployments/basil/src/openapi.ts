import { routes, type RouteSpec } from "./core";
import { components, ErrorBody, HTTPValidationError } from "./schemas";

/** Named schemas become references; everything else stays where it is. */
function refs(schema: any, top = false): any {
  if (Array.isArray(schema)) return schema.map((s) => refs(s));
  if (schema === null || typeof schema !== "object") return schema;
  if (!top && typeof schema.title === "string" && components.get(schema.title) === schema) return { $ref: `#/components/schemas/${schema.title}` };
  return Object.fromEntries(Object.entries(schema).filter(([, v]) => v !== undefined).map(([k, v]) => [k, refs(v)]));
}
const bodyOf = (schema: any, type = "application/json"): unknown => ({ content: { [type]: { schema } } });
const header = (description: string): unknown => ({ description, schema: { type: "string" } });

function operation(r: RouteSpec): unknown {
  const parameters: unknown[] = [];
  for (const [name, kind] of Object.entries(r.params ?? {})) {
    parameters.push({ name, in: "path", required: true, schema: kind === "integer" ? { type: "integer" } : kind === "uuid" ? { type: "string", format: "uuid" } : { type: "string" } });
  }
  for (const [name, q] of Object.entries(r.query ?? {})) {
    const type = q.kind === "integer" ? "integer" : q.kind === "number" ? "number" : "string";
    const schema: Record<string, unknown> = { type: q.nullable ? [type, "null"] : type };
    if (q.kind === "datetime") schema.format = "date-time";
    if (q.min !== undefined) schema.minimum = q.min;
    if (q.max !== undefined) schema.maximum = q.max;
    if (q.minLength) schema.minLength = q.minLength;
    if (q.enum) schema.enum = q.enum;
    if (q.default !== undefined && q.default !== null) schema.default = q.default;
    parameters.push({ name, in: "query", required: !!q.required, schema, ...(q.description ? { description: q.description } : {}) });
  }
  for (const [name, description] of Object.entries(r.requestHeaders ?? {})) parameters.push({ name, in: "header", required: true, description, schema: { type: "string" } });
  const headers: Record<string, unknown> = { "x-request-id": header("Id of the request.") };
  for (const [name, text] of Object.entries(r.okHeaders ?? {})) headers[name] = header(text);
  const user = r.auth !== "key";
  const etag = r.method === "GET" && user;
  if (etag) headers.ETag = header("Of this answer.");
  const responses: Record<string, unknown> = {};
  const success = r.returns ? bodyOf(refs(r.returns)) : r.produces ? bodyOf({ type: "string" }, r.produces) : {};
  responses[r.ok] = { description: "Done.", headers, ...(success as object) };
  if (etag) responses[304] = { description: "Nothing new for If-None-Match.", headers: { ETag: header("Of this answer.") } };
  const error = (text: string): unknown => ({ description: text, ...(bodyOf(refs(ErrorBody)) as object) });
  if (r.auth !== "none") responses[401] = error("Missing or invalid credential");
  for (const [status, text] of Object.entries(r.errors ?? {})) responses[status] = error(text);
  if (r.body || r.bodyRaw) responses[413] = error("The body is too large");
  if (r.body || r.query || (r.params && user)) responses[422] = { description: "Validation error", ...(bodyOf(refs(HTTPValidationError)) as object) };
  const requestBody = r.body
    ? { required: !r.bodyOptional, ...(bodyOf(r.bodyOptional ? { anyOf: [refs(r.body), { type: "null" }] } : refs(r.body)) as object) }
    : r.bodyRaw ? { required: true, ...(bodyOf({ type: "object" }) as object) } : undefined;
  return {
    operationId: r.id, tags: [r.tag], summary: r.summary, ...(r.deprecated ? { deprecated: true } : {}),
    security: r.auth === "none" ? [] : [{ [r.auth === "key" ? "apiKey" : "jwt"]: [] }], parameters, ...(requestBody ? { requestBody } : {}), responses,
  };
}

let text = "";
export function openapi(): string {
  if (text) return text;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const r of routes) if (r.path !== "/me") (paths[r.path] ??= {})[r.method.toLowerCase()] = operation(r);
  const schemas = Object.fromEntries([...components].map(([name, s]) => [name, refs(s, true)]));
  return (text = JSON.stringify({
    openapi: "3.1.0", info: { title: "Agent Workers (basil)", version: "0.1.0" }, servers: [{ url: "/" }], paths,
    components: { schemas, securitySchemes: { jwt: { type: "http", scheme: "bearer", bearerFormat: "JWT" }, apiKey: { type: "http", scheme: "bearer" } } },
  }));
}
