import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Transport, TransportRequest } from '../../src/transport/transport.ts';
import { interactions } from './contracts.ts';
import type { Interaction } from './interaction.ts';
import { type ClientChange, record } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sending =
  (change: (request: TransportRequest) => TransportRequest): ClientChange =>
  (transport) =>
  (request) =>
    transport(change(request));

const receiving =
  (change: (response: Response) => Response): ClientChange =>
  (transport): Transport =>
  async (request) =>
    change(await transport(request));

interface Mutant {
  name: string;
  /** The interactions that it must break. */
  breaks: (interaction: Interaction) => boolean;
  change: ClientChange;
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.keys(body).length > 0;

const mutants: Mutant[] = [
  {
    name: 'uses another method',
    breaks: () => true,
    change: sending((request) => ({
      ...request,
      method: request.method === 'GET' ? 'POST' : 'GET',
      body: undefined,
    })),
  },
  {
    name: 'spells a path in another way',
    breaks: () => true,
    change: sending((request) => ({ ...request, path: `${request.path}s` })),
  },
  {
    name: 'sends no credential',
    breaks: ({ isOpen, credential }) => !isOpen && credential !== 'missing',
    change: sending((request) => ({
      ...request,
      headers: new Headers({ ...request.headers, authorization: 'none' }),
    })),
  },
  {
    name: 'leaves a field of a body out',
    breaks: ({ body, operation }) => isObject(body) && operation !== 'receivePaymentEvent',
    change: sending((request) => (isObject(request.body) ? { ...request, body: {} } : request)),
  },
  {
    name: 'leaves a query out',
    breaks: ({ query }) => query !== undefined,
    change: sending((request) => ({ ...request, query: undefined })),
  },
  {
    name: 'takes a refusal for a success',
    breaks: ({ answer }) => answer === undefined,
    change: receiving((response) => new Response(response.body, { headers: response.headers })),
  },
  {
    name: 'loses the run and job headers',
    breaks: ({ answer }) => answer?.headers !== undefined,
    change: receiving(
      (response) =>
        new Response(response.body, {
          headers: { 'content-type': `${response.headers.get('content-type')}` },
        }),
    ),
  },
];

/** One interaction for each operation is enough to see that its recording watches the client. */
const oneEach = (some: readonly Interaction[]): Interaction[] => [
  ...new Map(some.map((one) => [one.operation, one])).values(),
];

describe('A client that', () => {
  it.each(mutants)('$name fails its own recording', async ({ breaks, change }) => {
    const broken = oneEach(interactions.filter(breaks));
    expect(broken.length).toBeGreaterThan(0);
    for (const interaction of broken)
      await expect(record(interaction, folder, change), interaction.description).rejects.toThrow();
  });

  it('fails leaves nothing written', () => {
    expect(existsSync(join(folder, 'client-fetch-user-api.json'))).toBe(false);
  });
});
