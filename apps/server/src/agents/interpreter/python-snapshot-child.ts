import { writeFileSync, writeSync } from 'node:fs';
import { descriptors, readyLine } from './channel.ts';
import { loadPython } from './load-python.ts';
import { pythonSetup } from './python-setup.ts';

// Writes the memory of a Python that is ready to the open file that it's given.
const python = await loadPython({ _makeSnapshot: true });
python.runPython(pythonSetup);
writeFileSync(descriptors.given, python.makeMemorySnapshot());
writeSync(descriptors.answer, readyLine);
