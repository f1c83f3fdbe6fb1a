import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface PeerRun {
  /** The document of the deployment. */
  readonly document: object;
  readonly url: string;
  readonly jwt: string;
  /** Beside what every run has. */
  readonly options: readonly string[];
}

/** Each failure, as operation and code, with the number of requests that had been sent when it was first seen. */
export type Failures = ReadonlyMap<string, number>;

/** Runs Schemathesis against a deployment; its path may stand in the environment. */
export async function runSchemathesis({ document, url, jwt, options }: PeerRun): Promise<Failures> {
  const folder = await mkdtemp(join(tmpdir(), 'peer-'));
  const [openapi, events] = [join(folder, 'openapi.json'), join(folder, 'events.ndjson')];
  await writeFile(openapi, JSON.stringify(document));
  const target = [openapi, '--url', url, '-H', `Authorization: Bearer ${jwt}`, '--seed', '1'];
  const report = ['--report', 'ndjson', '--report-ndjson-path', events];
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const child = spawn(program, ['run', ...target, ...report, ...options], { stdio: 'ignore', cwd: folder });
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  const failures = await readFailures(events);
  await rm(folder, { recursive: true });
  return failures;
}

interface Check {
  readonly failure_info?: { readonly failure: { readonly code: string } };
}

interface Recorder {
  readonly label: string;
  readonly interactions?: object;
  readonly checks?: Readonly<Record<string, readonly Check[]>>;
}

async function readFailures(events: string): Promise<Failures> {
  const failures = new Map<string, number>();
  let before = 0;
  for await (const line of createInterface({ input: createReadStream(events) })) {
    const recorder: Recorder | undefined = JSON.parse(line).ScenarioFinished?.recorder;
    if (recorder === undefined) continue;
    for (const [failure, at] of failuresIn(recorder))
      failures.set(failure, failures.get(failure) ?? before + at);
    before += Object.keys(recorder.interactions ?? {}).length;
  }
  return failures;
}

/** Each with the number of the request that showed it. */
function failuresIn({ label, checks = {} }: Recorder): readonly (readonly [string, number])[] {
  return Object.values(checks).flatMap((some, index) =>
    some.flatMap(({ failure_info }) =>
      failure_info === undefined ? [] : [[`${label} ${failure_info.failure.code}`, index + 1] as const],
    ),
  );
}
