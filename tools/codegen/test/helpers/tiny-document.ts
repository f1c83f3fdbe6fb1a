import type { OpenApiDocument } from '../../src/read/openapi-document.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const runId = {
  name: 'run_id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

/** A document with one operation of every kind that the emitters treat apart. */
export function tinyDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Tiny', version: '0' },
    paths: {
      '/runs': {
        get: {
          operationId: 'listRuns',
          tags: ['runs'],
          summary: 'List runs',
          security: [{ jwt: [] }],
          'x-effect': 'read',
          'x-section': '4.2',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 30 } },
            { name: 'cursor', in: 'query', schema: { type: ['string', 'null'], format: 'date-time' } },
          ],
          responses: { 200: { description: 'a page', content: json({ $ref: '#/components/schemas/Run' }) } },
        },
        post: {
          operationId: 'startRun',
          tags: ['runs'],
          summary: 'Start a run',
          security: [],
          'x-effect': 'cost',
          'x-section': '4.1',
          requestBody: { required: true, content: json({ $ref: '#/components/schemas/Run' }) },
          responses: {
            '2XX': {
              description: 'text',
              'x-not-shown': 'status',
              content: { 'text/plain': { schema: { type: 'string' } } },
            },
            default: { description: 'not shown' },
          },
        },
      },
      '/runs/{run_id}': {
        parameters: [{ $ref: '#/components/parameters/RunId' }],
        patch: {
          operationId: 'updateRun',
          tags: ['runs'],
          summary: 'Update a run',
          description: 'Changes it.',
          deprecated: true,
          security: [{ jwt: [] }],
          'x-effect': 'change',
          'x-section': '4.2',
          'x-reading': 'Either conforms.',
          requestBody: { content: json({ type: 'object' }) },
          responses: { 404: { description: 'run not found' }, 200: { $ref: '#/components/responses/Open' } },
        },
        delete: {
          operationId: 'deleteRun',
          tags: ['runs'],
          summary: 'Delete a run',
          security: [{ jwt: [] }],
          'x-effect': 'delete',
          'x-section': '4.2',
          responses: { 204: { description: 'no body' } },
        },
      },
    },
    components: {
      parameters: { RunId: runId },
      responses: { Open: { description: 'body unspecified', content: json({ 'x-not-shown': 'body' }) } },
      schemas: {
        Run: {
          type: 'object',
          description: 'A run.',
          'x-not-shown': 'fields',
          properties: { id: { type: 'string', format: 'uuid', description: 'Its id.', 'x-inferred': true } },
          additionalProperties: true,
        },
      },
    },
  };
}
