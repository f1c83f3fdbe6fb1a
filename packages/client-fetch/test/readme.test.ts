import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startServer } from './helpers/start-server.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const [, example = ''] =
  /```ts\n([\s\S]*?)```/.exec(readFileSync(new URL('../README.md', import.meta.url), 'utf8')) ?? [];

describe('The README', () => {
  it('streams a run, meets a job, reads the messages and handles a run that is not found', async () => {
    const address = await startServer(({ method, url }, response) => {
      if (method === 'POST')
        return response.writeHead(200, { 'x-service-run-id': 'run-1' }).end('Hi there.\n');
      if (method === 'PUT') return response.writeHead(409).end();
      if (url === '/me/agent-runs/run-1') return response.writeHead(404).end();
      return response
        .writeHead(200, { 'content-type': 'application/json', 'x-service-job-id': 'job-1' })
        .end('[{}, {}]');
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@agent-workers/source', '--input-type=module-typescript', '--eval', example],
      {
        cwd: folder,
        env: {
          ...process.env,
          AGENT_WORKERS_AGENTS_URL: address,
          AGENT_WORKERS_BASE_URL: address,
          AGENT_ID: 'worker',
        },
      },
    );
    expect(stdout.split('\n')).toEqual([
      'Hi there.',
      'A background job is running.',
      '2 messages, job job-1',
      'getAgentRun was answered with status 404.',
      '',
    ]);
  });
});
