import { enableCompileCache } from 'node:module';

// Compiled code from the last start; the import below must come after it.
enableCompileCache();
const { runCommand } = await import('./cli/run-command.ts');
await runCommand(process.argv.slice(2));
