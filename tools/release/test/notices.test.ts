import { expect, test } from 'vitest';
import { root } from '../src/published-packages.ts';
import { runCommand } from '../src/run-command.ts';

test('the list of third-party packages is that of what is installed (else: pnpm notices)', async () => {
  const program = ['tools/release/src/notices.ts', '--check'];
  const { exitCode, stderr } = await runCommand(process.execPath, program, { folder: root, exits: [0, 1] });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});
