import { writeFileSync } from 'node:fs';
import { givenDescriptor } from './descriptor.ts';
import { loadPython } from './load-python.ts';
import { pythonSetup } from './python-setup.ts';

// Writes the memory of a Python that is ready to the open file that it's given.
const python = await loadPython({ _makeSnapshot: true });
python.runPython(pythonSetup);
writeFileSync(givenDescriptor, python.makeMemorySnapshot());
process.send?.('written', () => process.exit(0));
