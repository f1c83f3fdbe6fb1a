import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { makeReferenceProfile, referenceProfile } from '../scripts/reference-profile.ts';
import type * as shown from '../src/index.ts';
import { profileFromOpenApi } from '../src/profiles/from-openapi.ts';
import {
  type Agent,
  type RunEvent,
  reference,
  type ToolExecutionLogsResponse,
} from '../src/profiles/gen/reference.ts';
import { defineProfile } from '../src/profiles.ts';

const start = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));

/** As FastAPI writes: ids of its own, titles everywhere, `nullable` of OpenAPI 3.0. */
const document = {
  openapi: '3.0.3',
  info: { title: 'A deployment' },
  paths: {
    '/v1/me/agents/{id}': {
      get: {
        operationId: 'read_agent_v1_me_agents__id__get',
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Agent' } } } },
        },
      },
    },
    '/v1/ndjson/{agent}': {
      post: { responses: { '200': { content: { 'application/x-ndjson': { schema: { type: 'object' } } } } } },
    },
  },
  components: {
    schemas: {
      Agent: {
        type: 'object',
        title: 'Agent',
        required: ['id'],
        anyOf: [{ required: ['title'] }, { required: ['odd name'] }],
        properties: {
          id: { type: 'string', format: 'uuid', title: 'Id', default: 'none' },
          title: { type: 'string', nullable: true },
          'odd name': { type: 'integer' },
        },
        additionalProperties: false,
      },
      Unused: { type: 'string' },
    },
  },
};

describe('A profile from an OpenAPI document', () => {
  const { source, found, bare, missing } = profileFromOpenApi(document, 'a test');

  it('names what it found by path, whatever parameters and operations are called', () => {
    expect(found).toEqual(['getAgent']);
    expect(bare).toEqual(['startRunNdjson']);
    expect(missing).toContain('listAgents');
    expect(missing).not.toContain('startRunNdjson');
    expect(source).toContain('getAgent: { answer: Agent };');
  });

  it('has types of what is used, and schemas without defaults', () => {
    expect(source).toContain('id: string;\n  title?: string | null;\n  "odd name"?: number;');
    expect(source).toContain('export type RunEvent = {\n  [field: string]: unknown;\n};');
    expect(source).not.toMatch(/Unused|"default"|additionalProperties": false/);
  });
});

describe('A record that a document writes out', () => {
  const agent = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  const answering = (schema: object, schemas: object) =>
    profileFromOpenApi(
      {
        openapi: '3.1.0',
        paths: {
          '/me/agents': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } },
        },
        components: { schemas: { ...schemas } },
      },
      'a test',
    ).source;

  it('has its name in lists, whatever is said of it, so that an editor shows the name', () => {
    const described = { ...agent, description: 'One of them.', additionalProperties: false };
    const source = answering({ type: 'array', items: described }, { Agent: { ...agent, title: 'A' } });
    expect(source).toContain('listAgents: { answer: Agent[] };');
    expect(source).toContain('"answer":{"type":"array","items":{"$ref":"#/$defs/Agent"}}');
  });

  it('has its name within other records, and a property may be named like a keyword', () => {
    const page = { type: 'object', properties: { enum: agent, properties: { type: 'array', items: agent } } };
    const source = answering({ $ref: '#/components/schemas/Page' }, { Page: page, Agent: agent });
    expect(source).toContain('  enum?: Agent;\n  properties?: Agent[];');
    expect(source).toContain('export type Agent = {\n  id: string;');
  });

  it('is an Agent, as for the clients, where the document has AgentModel and no other Agent', () => {
    const list = { type: 'array', items: { $ref: '#/components/schemas/AgentModel' } };
    const short = { type: 'string' };
    expect(answering(list, { AgentModel: agent })).toContain('listAgents: { answer: Agent[] };');
    expect(answering(list, { AgentModel: agent, Agent: short })).toContain('{ answer: AgentModel[] };');
  });

  it('stays as it is where two names allow the same, or none', () => {
    const inline = 'listAgents: { answer: {\n  id: string;\n}[] };';
    expect(answering({ type: 'array', items: agent }, { One: agent, Other: agent })).toContain(inline);
    expect(answering({ type: 'array', items: agent }, {})).toContain(inline);
  });
});

describe('A profile', () => {
  const profile = defineProfile<{ getAgent: { answer: { id: string } } }, unknown>({
    $defs: { Agent: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    operations: { getAgent: { answer: { $ref: '#/$defs/Agent' } } },
  });

  it('holds values to its schemas, and lets fields be that it does not name', async () => {
    const { validate } = profile.operations.getAgent.answer['~standard'];
    expect(await validate({ id: 'a', more: 1 })).toEqual({ value: { id: 'a', more: 1 } });
    expect(await validate({ id: 5 })).toMatchObject({ issues: [{ path: ['id'] }] });
  });
});

describe('The profile of the reference deployment', () => {
  it('is that of the document that it serves (pnpm bless accepts another)', async () => {
    expect(readFileSync(referenceProfile, 'utf8') === (await makeReferenceProfile())).toBe(true);
  });

  it('has ids that are there, and events by their type', async () => {
    expectTypeOf<Agent['agent_id']>().toEqualTypeOf<string>();
    expectTypeOf<Extract<RunEvent, { type: 'text' }>['text']>().toEqualTypeOf<string>();
    const { validate } = reference.event['~standard'];
    expect(await validate({ type: 'text', text: 'a', seq: 1 })).toHaveProperty('value');
    expect(await validate({ type: 'new-kind', seq: 1 })).toHaveProperty('issues');
  });

  it('has records that can be given where those of the interface are taken', () => {
    expectTypeOf<Agent>().toExtend<shown.Agent>();
    expectTypeOf<ToolExecutionLogsResponse>().toExtend<shown.ToolExecutionLogsResponse>();
    // @ts-expect-error and yet a typing error in a field is one
    expectTypeOf<Agent['naem']>();
  });
});

describe('agent-workers-types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--conditions=@agent-workers/source', start, ...args], { encoding: 'utf8' });
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    onTestFinished(() => rmSync(path, { force: true }));
    return path;
  };

  it('writes a profile, and says what it did not find, and what is there without JSON', () => {
    const { status, stdout, stderr } = run('from-openapi', write('a.json', JSON.stringify(document)));
    expect(status).toBe(0);
    expect(stdout).toContain('export const profile: Deployment = defineProfile<');
    expect(stderr).toMatch(
      /^Operations described: 1\.\nWithout JSON in the document, .*: startRunNdjson\.\nNot in the document, .*: startRun, /,
    );
  });

  it.each([
    ['a.yaml', 'openapi: 3.1.0', 'It looks like YAML: convert it, for example with `npx yaml --json`.'],
    ['a.html', '<html>', "isn't JSON. Give its address."],
    ['b.json', '{"swagger":"2.0"}', 'is no OpenAPI 3 document'],
    ['c.json', '{"openapi":"3.1.0","paths":{}}', 'describes no operation of the Agent Workers Platform.'],
  ])('says of %s what to give instead', (name, text, advice) => {
    const { status, stderr } = run('from-openapi', write(name, text));
    expect([status, stderr]).toEqual([2, expect.stringContaining(advice)]);
  });

  it('answers --help, and wrong use with how it is used', () => {
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('from-openapi URL|FILE'),
    });
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage:') });
    expect(run('fromopenapi', 'a.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("There's no command fromopenapi; there is from-openapi."),
    });
  });

  it('makes the folder that it writes to, as a project may have none yet', () => {
    const out = join(folder, 'new', 'src', 'my-deployment.ts');
    const { status } = run('from-openapi', write('d.json', JSON.stringify(document)), '--out', out);
    expect([status, readFileSync(out, 'utf8')]).toEqual([0, expect.stringContaining('defineProfile<')]);
  });

  it('says in one sentence what can be neither read nor written, without a stack or a secret', () => {
    const none = 'http://ann:top-secret@127.0.0.1:1/openapi.json?token=top-secret';
    const here = write('e.json', JSON.stringify(document));
    expect([run('from-openapi', 'nowhere.json').stderr, run('from-openapi', none).stderr]).toEqual([
      "nowhere.json can't be read (ENOENT).\n",
      "http://127.0.0.1:1/openapi.json can't be read.\n",
    ]);
    const out = join(here, 'below-a-file.ts');
    expect(run('from-openapi', here, '--out', out)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^\S+ can't be written \((EEXIST|ENOTDIR)\)\.\n$/),
    });
  });
});
