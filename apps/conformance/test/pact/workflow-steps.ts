import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';

const workflowSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({ steps: z.array(z.looseObject({ run: z.string().optional() })) }),
  ),
});

const file = new URL('../../../../.github/workflows/pact.yml', import.meta.url);
const separator = '\u001f';
/** Stands where the shell looks for pnpm: tells what it was called with, and does nothing. */
const stub = `#!/bin/sh\nfor one in "$@"; do printf '%s\\037' "$one"; done\necho\n`;

/** The commands of this program in a job of the workflow, as its shell expands them, in their order. */
export async function commandsOf(job: string, environment: Record<string, string>): Promise<string[][]> {
  const { jobs } = workflowSchema.parse(parse(await readFile(file, 'utf8')));
  const steps = jobs[job]?.steps ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'workflow-'));
  await writeFile(join(folder, 'pnpm'), stub);
  await chmod(join(folder, 'pnpm'), 0o755);
  const env = { ...environment, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const commands: string[][] = [];
  for (const { run } of steps) {
    if (run === undefined) continue;
    const { stdout } = await promisify(execFile)('bash', ['-euc', run], { env, cwd: folder });
    for (const line of stdout.split('\n')) {
      const args = line.split(separator).slice(0, -1);
      const own = args.indexOf('conformance');
      if (own >= 0) commands.push(args.slice(own + 1));
    }
  }
  await rm(folder, { recursive: true });
  return commands;
}
