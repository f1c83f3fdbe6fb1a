import { findIsolation } from '../../../src/agents/interpreter/isolation/isolation.ts';
import { startSandboxed } from '../../../src/agents/interpreter/isolation/start-sandboxed.ts';
import { toSandbox } from '../../../src/agents/interpreter/sandbox.ts';
import { packagesFor } from '../../../src/agents/interpreter/sandbox-files.ts';
import { factsOf, lastChildOf, openFilesOf } from '../process-facts.ts';

// A server of its own, started in some way that a test tries out: says what it claims of a sandbox, and what is so.
process.umask(0o077);
const [, , entry = '', ...descriptors] = process.argv;
const { measures } = findIsolation();
const sandbox = toSandbox(startSandboxed({ entry, packages: packagesFor('quickjs-emscripten') }));
await sandbox.ready;
const pid = lastChildOf(sandbox.pid ?? 0);
const openFiles = openFilesOf(pid, descriptors.map(Number));
process.stdout.write(JSON.stringify({ measures, facts: factsOf(pid), openFiles }));
sandbox.kill();
