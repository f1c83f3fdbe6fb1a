import process from 'node:process';

/** What tells glibc in how many arenas its threads allocate. */
const setting = 'MALLOC_ARENA_MAX';

/**
 * Begins this process anew, with one arena for what all threads allocate outside of their heaps, unless somebody has said how
 * many there are to be. V8's compilers would leave some 4 MB in one of each thread, 25 MB in all, that no other has a use for.
 * glibc reads it once, when a process begins. Goes on where that can't be: under Windows, or with a parent on a channel,
 * which a new program would not find.
 */
export function withOneArena({
  execve,
  platform,
  env,
  connected,
  execPath,
  execArgv,
  argv,
}: Process = process): void {
  if (platform !== 'linux' || execve === undefined || connected || env[setting] !== undefined) return;
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [setting]: '1' });
}

type Process = Pick<NodeJS.Process, 'platform' | 'env' | 'connected' | 'execPath' | 'execArgv' | 'argv'> & {
  readonly execve?: NodeJS.Process['execve'] | undefined;
};
