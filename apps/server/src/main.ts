import { runServer } from './cli/run-server.ts';

await runServer(process.argv.slice(2));
