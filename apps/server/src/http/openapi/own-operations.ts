import type { JsonObject } from './json.ts';

const refusal = { description: 'Refused, as the other operations of the Workers API refuse' };

/** Operations of this deployment's own, where the interface leaves a choice. */
export const ownOperations: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  '/agents/ndjson/{agent_id}/{run_id}': {
    get: {
      operationId: 'followRun',
      tags: ['runs'],
      summary: 'Follow a run',
      description: [
        'What has happened in a run after an event, and what happens until neither a turn nor a job is under way.',
        'It goes on after a broken connection from the last number that was seen, at any process of the deployment.',
      ].join(' '),
      'x-choice': 'operation',
      security: [{ apiKey: [] }],
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'The number of the last event that was seen.',
          schema: { type: 'integer', minimum: 0, default: 0 },
        },
      ],
      responses: {
        200: {
          description: 'The events as NDJSON',
          content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/NdjsonLine' } } },
        },
        default: refusal,
      },
    },
  },
};
