import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import type { User } from './users.ts';

/** Runs a JavaScript program of a user, and waits for its outcome. @throws when it isn't run. */
export async function runProgram({ ready }: ServerProcess, { jwt }: User, code: string): Promise<void> {
  const response = await fetch(`${ready.baseUrl}/me/tools/run/code_interpreter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}` },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) throw new Error(`A program was not run: ${response.status} ${await response.text()}`);
  await response.text();
}
