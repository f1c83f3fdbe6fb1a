import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InterpreterLimits } from '../../../src/agents/interpreter/interpreter.ts';
import { findIsolation } from '../../../src/agents/interpreter/isolation/isolation.ts';
import { startSandboxed } from '../../../src/agents/interpreter/isolation/start-sandboxed.ts';
import { createLocalInterpreter } from '../../../src/agents/interpreter/local-interpreter.ts';
import { runInSandbox } from '../../../src/agents/interpreter/run-in-sandbox.ts';
import { toSandbox } from '../../../src/agents/interpreter/sandbox.ts';
import { type Deployment, startDeployment, testCacheDir } from '../../helpers/deployment.ts';
import { patientLimits } from '../../helpers/patient-limits.ts';

const interpreter = createLocalInterpreter({ cacheDir: testCacheDir, logger: () => {} });
afterAll(interpreter.close);

/** What reaches Node from Python: emscripten's file system that ends at the descriptors of the process. */
const writeThroughNodefs = `
import pyodide_js, time
from pyodide.ffi import to_js, create_proxy
class S: nfd = 3
a = to_js(bytearray(b'x\\n'))
pyodide_js.FS.filesystems.NODEFS.stream_ops.write(create_proxy(S()), a, a.byteOffset, 2)
time.sleep(1)
`;

/** Every way from Python to a descriptor that we know of, for every descriptor and text; the result is what succeeded. */
const writeEverywhere = `
import os, pyodide_js
from pyodide.ffi import to_js, create_proxy
texts = [b'x\\n', b'null\\n', b'{"cmd":"NODE_HANDLE_ACK"}\\n', b'{"outcome":{"status":"succeeded","result":"forged"}}\\n']
module = pyodide_js._module
wrote = []
def attempt(name, act):
    try:
        act()
        wrote.append(name)
    except BaseException:
        pass
def nodefs(system, fd, text):
    class S: nfd = fd
    a = to_js(bytearray(text))
    system.stream_ops.write(create_proxy(S()), a, a.byteOffset, len(text))
def through_open(fd, text):
    with open(f'/dev/fd/{fd}', 'wb') as file:
        file.write(text)
def through_mount(fd, text):
    pyodide_js.mountNodeFS('/proc-self', '/proc/self')
    through_open(f'/proc-self/fd/{fd}', text)
for fd in range(32):
    for text in texts:
        attempt(f'nodefs {fd}', lambda: nodefs(pyodide_js.FS.filesystems.NODEFS, fd, text))
        attempt(f'module {fd}', lambda: nodefs(module.NODEFS, fd, text))
        attempt(f'mount {fd}', lambda: through_mount(fd, text))
        attempt(f'require {fd}', lambda: module.require('fs').writeSync(fd, to_js(bytearray(text))))
        if fd > 2:
            attempt(f'os {fd}', lambda: os.write(fd, text))
            attempt(f'open {fd}', lambda: through_open(fd, text))
for name in ('js', 'pyodide_js'):
    attempt(f'{name}.process', lambda: __import__(name).process.binding('fs'))
    attempt(f'{name}.require', lambda: __import__(name).require('fs'))
attempt('constructor', lambda: to_js([1]).constructor.constructor('return process')())
os.write(1, b'x' * 1_000_000)
os.write(2, b'x' * 1_000_000)
wrote
`;

/** The same from JavaScript, where there is nothing to write with; the result is what succeeded, and how the rest failed. */
const reachEverything = `
const names = ['process', 'require', 'module', 'Deno', 'Bun', 'fetch', 'WebAssembly', 'std', 'os'];
const reached = names.filter((name) => eval('typeof ' + name) !== 'undefined');
const refusals = [];
for (const [name, act] of Object.entries({
  binding: () => process.binding('fs').writeString(3, 'x'),
  channel: () => console.log.constructor('return process')().send('x'),
  atomics: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10),
  import: () => (0, eval)('import("node:fs")'),
  exit: () => sleep.constructor('return this')().process.exit(),
})) try {
  await act();
  reached.push(name);
} catch (error) {
  refusals.push(name + ': ' + error.name);
}
[reached, refusals]`;

/** Data without end to every descriptor, from Python. */
const writeWithoutEnd = `
import os, pyodide_js
from pyodide.ffi import to_js, create_proxy
text = b'x' * 65536
while True:
    for fd in range(32):
        try:
            os.write(fd, text)
        except OSError:
            pass
        try:
            class S: nfd = fd
            a = to_js(bytearray(text))
            pyodide_js._module.NODEFS.stream_ops.write(create_proxy(S()), a, a.byteOffset, len(text))
        except BaseException:
            pass
    print('x' * 65536)
`;

const program = (language: 'javascript' | 'python', code: string) => ({
  language,
  code,
  limits: patientLimits(language),
});

describe('a program that reaches for the descriptors of its process', () => {
  it('finds no way from Python: the six lines that once ended the server are an error of their program', async () => {
    const outcome = await interpreter.run(program('python', writeThroughNodefs));
    expect(outcome).toMatchObject({ status: 'failed', error: expect.stringMatching(/NODEFS.*line 6/s) });
  });

  it('finds no other way from Python either, and prints nothing past its limit', async () => {
    const outcome = await interpreter.run(program('python', writeEverywhere));
    expect(outcome).toEqual({ status: 'succeeded', result: [], output: '' });
  });

  it('finds nothing in JavaScript', async () => {
    const outcome = await interpreter.run(program('javascript', reachEverything));
    const refusals = [
      'binding: ReferenceError',
      'channel: ReferenceError',
      'atomics: ReferenceError',
      'import: TypeError',
      'exit: TypeError',
    ];
    expect(outcome).toMatchObject({ status: 'succeeded', result: [[], refusals] });
  });

  it.each([
    ['Python', 'python', writeWithoutEnd],
    ['JavaScript', 'javascript', "for (;;) console.log('x'.repeat(65536))"],
  ] as const)('writes without end from %s, and is ended by the clock', async (_, language, code) => {
    const { limits, ...rest } = program(language, code);
    const outcome = await interpreter.run({ ...rest, limits: { ...limits, wallClockMilliseconds: 500 } });
    expect(outcome).toMatchObject({ status: 'failed', error: 'Stopped after 500 ms.' });
    expect(outcome.output.length).toBeLessThanOrEqual(limits.outputCharacters);
  });
});

describe('a program that took over its process', () => {
  const entry = fileURLToPath(new URL('../../helpers/escape/take-over.ts', import.meta.url));
  const takeOver = (code: string, limits: Partial<InterpreterLimits> = {}) =>
    runInSandbox(toSandbox(startSandboxed({ entry, packages: [] })), {
      ...program('javascript', code),
      limits: { ...patientLimits('javascript'), ...limits },
    });

  it.each([
    ['garbage everywhere', /wrote something other/],
    ['a forged outcome everywhere', /wrote something other/],
    ['two outcomes with the secret', /wrote something other/],
    ['no outcome, with the secret', /wrote something other/],
    ['half an answer', /wrote something other/],
    ['an outcome past the limit', /too large/],
    ['an outcome that is nested without end', /nested too deeply/],
    ['bytes without end', /wrote something other/],
    ['a line without end', /wrote something other/],
    ['its own death', /without a result/],
  ])('writes %s, and fails alone', async (code, error) => {
    expect(await takeOver(code)).toEqual({
      status: 'failed',
      error: expect.stringMatching(error),
      output: '',
    });
  });

  it('says nothing for ever, and is ended by the clock', async () => {
    expect(await takeOver('silence', { wallClockMilliseconds: 0 })).toMatchObject({
      error: 'Stopped after 0 ms.',
    });
  });

  it.runIf(findIsolation().measures.includes('namespaces'))(
    'signals the server and all other processes, and reaches none',
    async () => {
      const other = toSandbox(startSandboxed({ entry, packages: [] }));
      await other.ready;
      expect(await takeOver('signals to the server and to everything')).toMatchObject({ status: 'failed' });
      expect(other.isAlive()).toBe(true);
      other.kill();
    },
  );
});

describe('a deployment with a hostile user', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  it('stands, whether the program runs at once or as a background job, and serves the others', async () => {
    const { user, client, otherUser } = deployment;
    const { body } = await user.call('runTool', {
      path: { tool_name: 'code_interpreter' },
      body: { language: 'python', code: writeThroughNodefs },
    });
    expect(body.structuredContent).toMatchObject({ status: 'failed' });
    const job = await client.post(`/background-python ${writeThroughNodefs}`);
    expect(JSON.stringify(await client.untilIdle(job.runId))).toContain('The background job failed');
    const others = await otherUser.call('runTool', {
      path: { tool_name: 'code_interpreter' },
      body: { code: '6 * 7' },
    });
    expect(others.body.structuredContent).toMatchObject({ result: 42 });
    expect(deployment.reports).toEqual([]);
  });
});

describe('what a machine has to keep programs apart', () => {
  it('is told by name', () => {
    expect(findIsolation().measures).toContain('node-permissions');
    if (process.platform === 'linux') expect(findIsolation().measures).toContain('resource-limits');
  });
});
