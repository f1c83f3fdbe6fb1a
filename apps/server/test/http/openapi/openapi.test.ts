import { type Operation, operationTable } from '@agent-workers/types';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';

describe('the OpenAPI document of the server', () => {
  let deployment: Deployment;
  let source: string;
  beforeAll(async () => {
    deployment = await startDeployment();
    const response = await deployment.app.fetch(new Request('http://in-process/openapi.json'));
    expect(response.headers.get('content-type')).toBe('application/json');
    source = await response.text();
  });
  afterAll(() => deployment.close());

  it('is valid', async () => {
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('has each operation of the contract at its place, with each documented status', () => {
    const { paths } = JSON.parse(source);
    for (const operation of Object.values<Operation>(operationTable)) {
      const path = operation.api === 'workers' ? `/agents${operation.path}` : operation.path;
      const described = paths[path]?.[operation.method.toLowerCase()];
      expect(described?.operationId, path).toBe(operation.id);
      const documented = operation.statuses.map(({ status }) => (status === '2XX' ? '200' : status));
      expect(Object.keys(described.responses), operation.id).toEqual(expect.arrayContaining(documented));
    }
  });

  it('leaves nothing unsaid: neither a schema, nor a body, nor the values of a parameter', () => {
    const unsaid = [...source.matchAll(/"x-not-shown":"([^"]*)"/g)].map(([, what]) => what);
    expect(unsaid).toEqual([]);
  });

  it('stands beside two addresses that tell whether the server lives and is ready', async () => {
    for (const path of ['healthz', 'readyz'])
      expect((await deployment.app.fetch(new Request(`http://in-process/${path}`))).status).toBe(200);
  });

  it('describes the lines of an NDJSON stream', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...JSON.parse(source), $id: 'http://own/openapi.json' });
    const isLine = ajv.compile({ $ref: 'http://own/openapi.json#/components/schemas/NdjsonLine' });
    const { client } = deployment;
    const messages = ['/tool lookup {"topic": "tides"}', '/fail', '/background return 1', '/js 6 * 7'];
    for (const message of messages) {
      const { lines } = await client.postNdjson(message);
      expect(lines.filter((line) => !isLine(line))).toEqual([]);
    }
    expect(isLine({ type: 'text' })).toBe(false);
  });
});
