import { readFileSync } from 'node:fs';
import { givenDescriptor } from './descriptor.ts';
import type { Script } from './evaluate.ts';
import { capMemory, loadPython } from './load-python.ts';
import { pythonSetup } from './python-setup.ts';

// The whole life of a sandboxed child: everything is loaded before the one program comes, and it ends with that.
const [, , memoryBytes, start] = process.argv;
const python = await loadPython(
  start === 'from-snapshot' ? { _loadSnapshot: readFileSync(givenDescriptor) } : {},
);
python.runPython(pythonSetup);
const runProgram = python.globals.get('run_program');
capMemory(Number(memoryBytes));

process.once('message', async ({ code, limits }: Script) => {
  process.channel?.unref();
  const outcome = JSON.parse(await runProgram.callPromising(code, limits.outputCharacters));
  process.send?.(outcome, () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
