import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What is reported of an operation. */
export interface Report {
  operation: string;
  /** What Schemathesis calls it, such as `ST202`. */
  code: string;
  title: string;
}

interface Target {
  /** The address of the server. */
  url: string;
  /** A JWT or an API key. */
  credential: string;
  /** A regular expression of the paths that this credential is for. */
  paths: string;
  folder: string;
}

/** All phases and all checks. @throws if the program is missing or ends before it has reported. */
export async function runSchemathesis({ url, credential, paths, folder }: Target): Promise<Report[]> {
  const events = join(folder, 'events.ndjson');
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const arguments_ = [
    'run',
    `${url}/openapi.json`,
    ...['--header', `Authorization: Bearer ${credential}`, '--include-path-regex', paths],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all'],
    ...['--continue-on-failure', '--no-shrink', '--workers', '2', '--seed', process.env.SEED ?? '1'],
    ...['--max-examples', process.env.EXAMPLES ?? '8', '--report', 'ndjson', '--report-ndjson-path', events],
  ];
  const child = spawn(program, arguments_, { stdio: 'ignore', cwd: folder });
  const exitCode = await new Promise((resolve, reject) =>
    child.once('exit', resolve).once('error', reject),
  ).catch((cause) => {
    throw new Error(
      `${program} can't be started: pip install schemathesis==4.32.5, or name it in SCHEMATHESIS.`,
      {
        cause,
      },
    );
  });
  // 1: it has something to report.
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`${program} ended with ${exitCode}.`);
  return await readReports(events);
}

interface Check {
  failure_info?: { failure: Report };
}

async function readReports(events: string): Promise<Report[]> {
  const reports = new Map<string, Report>();
  for await (const line of createInterface({ input: createReadStream(events) })) {
    const checks: Record<string, Check[]> = JSON.parse(line).ScenarioFinished?.recorder?.checks ?? {};
    for (const { failure_info } of Object.values(checks).flat())
      if (failure_info) {
        const { operation, code, title } = failure_info.failure;
        reports.set(`${operation} ${code}`, { operation, code, title });
      }
  }
  return [...reports.values()];
}
