import { readFileSync } from 'node:fs';
import { answerOneProgram } from './answer-one-program.ts';
import { descriptors } from './channel.ts';
import { capMemory, leaveMemoryFilesOnly, loadPython } from './load-python.ts';
import { pythonSetup } from './python-setup.ts';

// Everything is loaded before the program comes.
const [, , memoryBytes, start] = process.argv;
const python = await loadPython(
  start === 'from-snapshot' ? { _loadSnapshot: readFileSync(descriptors.given) } : {},
);
python.runPython(pythonSetup);
const runProgram = python.globals.get('run_program');
capMemory(Number(memoryBytes));
leaveMemoryFilesOnly(python);
answerOneProgram(async ({ code, limits }) =>
  JSON.parse(await runProgram.callPromising(code, limits.outputCharacters)),
);
