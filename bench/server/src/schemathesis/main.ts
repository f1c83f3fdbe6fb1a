/**
 * Schemathesis with all phases and checks against a sandbox, by the server's own document. Exits with 1 for a report that is not
 * among the accepted ones. Command: pnpm --filter @agent-workers/bench-server schemathesis
 */
import { startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { withFolder } from '../with-folder.ts';
import { type Accepted, acceptedReports } from './accepted-reports.ts';
import { type Report, runSchemathesis } from './run-schemathesis.ts';

const parts = [
  { name: 'User API', paths: '^/me', credential: 'jwt' },
  { name: 'Workers API', paths: '^/agents', credential: 'apiKey' },
] as const;

let failed = false;
for (const { name, paths, credential } of parts) {
  const reports = await withFolder(async (folder) => {
    const server = await startServerProcess(['--data-dir', folder]);
    const { baseUrl: url, credentials } = server.ready;
    return await runSchemathesis({ url, credential: credentials[credential], paths, folder }).finally(
      server.crash,
    );
  });
  for (const report of reports) {
    const accepted = acceptedReports.find(isFor(report));
    failed ||= !accepted;
    const why = accepted ? `accepted. ${accepted.why}` : 'NOT ACCEPTED';
    process.stdout.write(`${name}: ${report.operation}: ${report.code} ${report.title}: ${why}\n`);
  }
  process.stdout.write(`${name}: ${reports.length} reports.\n`);
}
process.exit(failed ? 1 : 0);

function isFor({ operation, code }: Report): (accepted: Accepted) => boolean {
  return (accepted) => accepted.code === code && accepted.operations.includes(operation);
}
