import { type Operation, operationTable } from '@agent-workers/types';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocument } from '../../../src/http/openapi/build-document.ts';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';

interface Example {
  id: string;
  method: string;
  path: string;
  query: string;
  body: unknown;
}

/** The calls whose parameters and bodies have examples. */
function examplesOf({
  paths,
}: {
  paths: Record<string, Record<string, ReturnType<typeof JSON.parse>>>;
}): Example[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const all: { name: string; in: string; example?: unknown }[] = operation.parameters ?? [];
      const given = all.filter(({ example }) => example !== undefined);
      const body = operation.requestBody?.content['application/json']?.example;
      if (given.length === 0 && body === undefined) return [];
      const path = given.reduce(
        (text, { name, example }) => text.replace(`{${name}}`, String(example)),
        template,
      );
      const query = given
        .filter((one) => one.in === 'query')
        .map(({ name, example }) => [name, String(example)]);
      const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
      return [{ id: operation.operationId, method: method.toUpperCase(), path, query: search, body }];
    }),
  );
}

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

  it('says where a body may be too large and where a quota may be used up', () => {
    const { paths } = JSON.parse(source);
    const described = Object.values<Record<string, ReturnType<typeof JSON.parse>>>(paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId),
    );
    for (const { operationId, requestBody, responses } of described)
      expect([operationId, '413' in responses]).toEqual([operationId, requestBody !== undefined]);
    const limited = described.filter(({ responses }) => responses['429']);
    expect(limited.map(({ operationId }) => operationId).sort()).toEqual([
      'cloneChat',
      'createApiKey',
      'createChat',
      'createChatRunLog',
      'createSchedule',
      'startRun',
      'startRunNdjson',
      'updateAgentFile',
      'upsertAgent',
    ]);
    for (const { responses } of limited) expect(responses['429'].headers['Retry-After']).toBeDefined();
  });

  it('leaves nothing unsaid: neither a schema, nor a body, nor the values of a parameter', () => {
    const unsaid = [...source.matchAll(/"x-not-shown":"([^"]*)"/g)].map(([, what]) => what);
    expect(unsaid).toEqual([]);
  });

  it('has examples that work in a sandbox, and none where nothing is known to be there', async () => {
    const examples = examplesOf(JSON.parse(source));
    expect(examples.length).toBeGreaterThan(30);
    const { sandboxKeys } = deployment.app;
    for (const { id, method, path, query, body } of examples) {
      const credential = path.startsWith('/agents') ? sandboxKeys?.apiKey : sandboxKeys?.jwt;
      const response = await deployment.app.fetch(
        new Request(`http://in-process${path}${query}`, {
          method,
          headers: { authorization: `Bearer ${credential}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      expect(Math.floor(response.status / 100), `${id}: ${await response.text()}`).toBe(2);
    }
    expect(JSON.stringify(buildDocument())).not.toContain('"example"');
  });

  it('says of texts, crons, prompts, numbers and alternatives what is demanded of them', () => {
    const { components, paths } = JSON.parse(source);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const takes = (name: string, body: object) => ajv.validate(components.schemas[name], body);
    const prompt = (chat_prompt: string) => takes('AgentRequest', { chat_prompt });
    expect(['Be brief.', 'Zwei\n🌊 ', ' \n\t', 'a\0b', ''].map(prompt)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const cron = (text: string) => takes('ScheduleRequest', { chat_id: 'x', cron: text });
    expect(['0 9 * * 1', ' */5  0-3 1,2 JAN mon#1 ', '0 9 * *', '@daily', 'every day'].map(cron)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const install = (body: object) => takes('UserInstallToolRequest', body);
    const server = { name: 'sums', url: 'http://127.0.0.1/mcp' };
    expect(
      [{ tool_id: 'a' }, { mcp_server: server }, {}, { tool_id: 'a', mcp_server: server }].map(install),
    ).toEqual([true, true, false, false]);
    expect(components.schemas.StartRunRequest.properties.message.pattern).toBeUndefined();
    const [q] = paths['/me/tools/search'].get.parameters.filter(({ name }: { name: string }) => name === 'q');
    expect(q.schema).toMatchObject({ minLength: 1, pattern: expect.stringContaining('u0000') });
    expect(source).toContain('"maximum":9007199254740991');
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
