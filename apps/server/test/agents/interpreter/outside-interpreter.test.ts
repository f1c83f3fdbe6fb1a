import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgramPlaces, limitPrograms } from '../../../src/agents/interpreter/program-places.ts';
import { parseOptions } from '../../../src/cli/options/server-options.ts';
import {
  commandTransport,
  createOutsideInterpreter,
  httpTransport,
  type Program,
} from '../../../src/index.ts';
import { startDeployment } from '../../helpers/deployment.ts';
import { patientLimits } from '../../helpers/patient-limits.ts';

function program(code: string, wanted: Partial<Program> = {}): Program {
  return { language: 'python', code, limits: patientLimits('python'), ...wanted };
}

const answers: Record<string, string> = {
  nothing: '{"status": "succeeded"}',
  fails: '{"status": "failed", "error": "no"}',
  large: JSON.stringify({ status: 'succeeded', result: 'x'.repeat(100_000) }),
  nonsense: '<html>',
  unknown: '{"status": "perhaps"}',
  flood: 'x'.repeat(2_000_000),
};

/** A service that tells what it was given, or misbehaves as the code says. */
function startService(): Promise<{ service: Server; url: string }> {
  const service = createServer(async (request, response) => {
    const given = JSON.parse(await text(request));
    if (given.code === 'refused') response.writeHead(503).end();
    else if (given.code === 'elsewhere') response.writeHead(302, { location: '/' }).end();
    else if (given.code === 'hang') response.writeHead(200).flushHeaders();
    else {
      const result = { given, authorization: request.headers.authorization };
      response.end(answers[given.code] ?? JSON.stringify({ status: 'succeeded', result, output: 'ran' }));
    }
  });
  return new Promise((resolve) => {
    service.listen(0, '127.0.0.1', () =>
      resolve({ service, url: `http://127.0.0.1:${Object(service.address()).port}/` }),
    );
  });
}

describe('a sandbox that is a service', () => {
  let service: Server;
  let url = '';

  beforeAll(async () => {
    ({ service, url } = await startService());
  });
  afterAll(() => service.closeAllConnections());

  const run = (code: string, wanted?: Partial<Program>) =>
    createOutsideInterpreter(httpTransport({ url, token: 'secret-token' }))(program(code, wanted));

  it('is sent the program with its limits and the token, and its outcome comes back', async () => {
    const given = { language: 'python', code: '6 * 7', limits: patientLimits('python') };
    expect(await run('6 * 7')).toEqual({
      status: 'succeeded',
      result: { given, authorization: 'Bearer secret-token' },
      output: 'ran',
    });
    expect(await run('nothing')).toEqual({ status: 'succeeded', output: '' });
    expect(await run('fails')).toEqual({ status: 'failed', error: 'no', output: '' });
  });

  it('is held to the limits of what comes back', async () => {
    expect(await run('large')).toMatchObject({ status: 'failed', error: 'The result is too large.' });
    await expect(run('flood')).rejects.toThrow('too much');
  });

  it.each(['nonsense', 'unknown'])('answers with %s: that is no outcome', async (code) => {
    await expect(run(code)).rejects.toThrow('no outcome');
  });

  it('refuses or points elsewhere: the program did not run', async () => {
    await expect(run('refused')).rejects.toThrow('503');
    await expect(run('elsewhere')).rejects.toThrow();
  });

  it('is left when the program is given up', async () => {
    const giveUp = new AbortController();
    const running = run('hang', { signal: giveUp.signal });
    giveUp.abort(new Error('gave up'));
    await expect(running).rejects.toThrow('gave up');
  });

  it('runs what agents and users of a deployment want to run', async () => {
    const interpreter = createOutsideInterpreter(httpTransport({ url, token: 'secret-token' }));
    const { user, close } = await startDeployment({ interpreter });
    const { body } = await user.call('runTool', {
      path: { tool_name: 'code_interpreter' },
      body: { language: 'python', code: '1' },
    });
    expect(body.structuredContent).toMatchObject({
      output: 'ran',
      result: { given: { language: 'python' } },
    });
    await close();
  });
});

describe('a sandbox that is a command', () => {
  let folder = '';
  let command = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-workers-command-'));
    command = join(folder, 'run-program');
    const script = fileURLToPath(new URL('../../helpers/outside-sandbox.ts', import.meta.url));
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${script}"\n`);
    await chmod(command, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (code: string, wanted?: Partial<Program>) =>
    createOutsideInterpreter(commandTransport(command))(program(code, wanted));

  it('reads the program and writes the outcome', async () => {
    expect(await run('6 * 7')).toMatchObject({ status: 'succeeded', result: { code: '6 * 7' } });
  });

  it('is ended when the program is given up, or writes too much', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(run('hang', { signal })).rejects.toThrow('timeout');
    await expect(run('flood')).rejects.toThrow('too much');
  });

  it('is missing: the program did not run', async () => {
    const interpreter = createOutsideInterpreter(commandTransport(join(folder, 'missing')));
    await expect(interpreter(program('1'))).rejects.toThrow('ENOENT');
  });
});

describe('the options for programs', () => {
  it('choose one outside sandbox, or none', () => {
    const chosen = (...given: string[]) => {
      const { interpreter, maximumPrograms } = parseOptions(given, {});
      return [interpreter, maximumPrograms];
    };
    expect(chosen()).toEqual([undefined, undefined]);
    expect(chosen('--interpreter-command', 'x', '--max-programs', '2')).toEqual([expect.any(Function), 2]);
  });

  it.each([
    [['--interpreter-url', 'http://a.example', '--interpreter-command', 'x']],
    [['--interpreter-url', 'ftp://a.example']],
    [['--max-programs', '0']],
    [['--max-programs', 'many']],
  ])('refuse %j', (given) => {
    expect(() => parseOptions(given, {})).toThrow(/--/);
  });
});

it('No more programs than allowed run at once, wherever they run', async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const limited = limitPrograms(async () => {
    most = Math.max(most, ++running);
    await gate.promise;
    running -= 1;
    return { status: 'succeeded', result: 1, output: '' };
  }, createProgramPlaces(3));
  const all = Promise.all(Array.from({ length: 10 }, () => limited(program('1'))));
  gate.resolve();
  expect(await all).toHaveLength(10);
  expect(most).toBe(3);
});
