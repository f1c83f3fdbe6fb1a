import { canonical } from '../dialects/dialect.ts';
import { createToolset, type ToolsetOptions } from '../dialects/toolset.ts';
import { version } from '../gen/version.ts';

export interface OpenApiOptions extends ToolsetOptions {
  /** Base address of the User API. */
  baseUrl?: string;
}

/**
 * An OpenAPI 3.1 document with one operation per tool. The endpoint that runs an integration tool isn't shown, so it is
 * our choice to write them as calls of `POST /me/tools/run/{tool_name}`, and the document says so.
 */
export function openApiDocument({ baseUrl = '/', ...options }: OpenApiOptions = {}) {
  const { compiled } = createToolset(canonical, options);
  return {
    openapi: '3.1.0',
    info: {
      title: 'NOTIFIER tools',
      version,
      description:
        'The endpoint through which an integration tool is invoked by name is not shown: the paths are a choice.',
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(
      compiled.map(({ name, description, schema }) => [
        `/me/tools/run/${name}`,
        { post: operation({ name, description, schema }) },
      ]),
    ),
  };
}

function operation({ name, description, schema }: { name: string; description: string; schema: object }) {
  const json = (content: object) => ({ 'application/json': { schema: content } });
  return {
    operationId: name,
    summary: description,
    requestBody: { required: true, content: json(schema) },
    responses: {
      200: { description: 'ToolResult', content: json({ 'x-not-shown': 'fields' }) },
      400: { description: 'invalid input or parameters' },
      401: { description: 'invalid or missing JWT' },
      404: { description: 'tool not found' },
      500: { description: 'Internal error' },
    },
  };
}
