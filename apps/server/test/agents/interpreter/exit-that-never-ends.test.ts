import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { toSandbox } from '../../../src/agents/interpreter/sandbox.ts';

const answersAndStays = `
const { writeSync } = require('node:fs');
writeSync(3, 'ready\\n');
process.stdin.on('data', () => writeSync(3, '{"outcome":1}\\n'));
`;

it('takes the answer of a process that has said it, and never comes to its end', async () => {
  const child = spawn(process.execPath, ['-e', answersAndStays], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const sandbox = toSandbox(child);
  await sandbox.ready;
  expect(await sandbox.run('a program')).toBe('{"outcome":1}\n');
  expect(sandbox.isAlive()).toBe(true);
});
