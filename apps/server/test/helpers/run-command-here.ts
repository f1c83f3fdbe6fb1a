import type { Ended } from '@agent-workers/test-deployment/start-server-process';
import { vi } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { testCacheDir } from './deployment.ts';

/** Runs a command in this process, which saves the start of another; one after the other, since they share its output. */
export async function runCommandHere(
  arguments_: string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const nothingOfOurs = { DATABASE_URL: undefined, AGENT_WORKERS_SECRET: undefined };
  const all = { ...nothingOfOurs, XDG_CACHE_HOME: testCacheDir, ...environment };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  try {
    await runCommand(arguments_);
    return { exitCode: Number(process.exitCode ?? 0), stdout: textOf(stdout), stderr: textOf(stderr) };
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

function textOf({ mock }: { mock: { calls: readonly (readonly unknown[])[] } }): string {
  return mock.calls.map(([text]) => String(text)).join('');
}
