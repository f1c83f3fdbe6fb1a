import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './loopback-registry.ts';
import { registryEnvironment } from './publish-copy.ts';
import { type ImageFacts, readDockerfile } from './read-dockerfile.ts';
import { runCommand } from './run-command.ts';
import type { Shop } from './try-installed.ts';

/**
 * Replays what the Dockerfiles say where no container engine is: installs in an empty folder, then starts the server as the
 * image does, as its user without any right, on a file system that it can only read but for what is mounted; asks the health check,
 * lets the image of the CLI judge it, and stops it.
 */
export async function tryImages(shop: Shop, tell: (step: string) => void): Promise<void> {
  tell('replay the images: install');
  const server = await install('server', shop);
  const cli = await install('conformance', shop);
  tell('replay the images: start, ask for health, judge, stop');
  const port = String(await freePort());
  const at = (text: string): string => text.replaceAll('8787', port);
  const started = start(server, [...server.facts.command.map(at), '--sandbox', '--ready-json']);
  try {
    const config = await firstLine(started);
    await writeFile(join(cli.folder, 'workspace/server.json'), config);
    await exitCode(
      start(server, server.facts.health?.map(at) ?? [], { isWhole: true }),
      0,
      'The health check',
    );
    const options = ['run', '--config', 'server.json', '--allow-writes', '--tags', 'agents', '--seed', '7'];
    await exitCode(start(cli, [...options, '--results', 'results']), 0, 'The CLI');
    started.kill('SIGTERM');
    await exitCode(started, 0, 'The server after SIGTERM');
  } finally {
    started.kill('SIGKILL');
  }
}

interface Image {
  readonly folder: string;
  readonly facts: ImageFacts;
}

/** What the first stage installs, and the folders that a container has mounted. */
async function install(name: string, { scratch, registry, version, repository }: Shop): Promise<Image> {
  const folder = join(scratch, `image-${name}`);
  const facts = readDockerfile(await readFile(join(repository, 'images', name, 'Dockerfile'), 'utf8'));
  for (const place of ['app', 'data', 'tmp', 'workspace']) {
    await mkdir(join(folder, place), { recursive: true });
    await chmod(join(folder, place), 0o777);
  }
  await chmod(scratch, 0o755);
  for (const line of facts.installs)
    await runCommand('sh', ['-euc', line], {
      folder: join(folder, 'app'),
      environment: { ...registryEnvironment(scratch, registry), VERSION: version },
    });
  return { folder, facts };
}

const mounted = ['data', 'tmp', 'workspace'];

/** Starts it as a container would; `isWhole` says that the command has its program. */
function start({ folder, facts }: Image, given: readonly string[], { isWhole = false } = {}): ChildProcess {
  const inside = (text: string): string =>
    text.replaceAll(/(?<![\w.])\/(app|data|tmp|workspace)\b/g, `${folder}/$1`);
  const words = (isWhole ? given : [...facts.entrypoint, ...given]).map(inside);
  const environment = Object.fromEntries(
    Object.entries(facts.environment).map(([name, value]) => [name, inside(value)]),
  );
  const [command = '', ...args] = confined(folder, facts.user, words);
  return spawn(command, args, {
    cwd: join(folder, 'workspace'),
    env: { PATH: process.env.PATH, TMPDIR: join(folder, 'tmp'), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Only root can take rights away from a process like this; for anybody else it runs as it is. */
function confined(folder: string, user: string, words: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return words;
  const [uid = '', gid = uid] = user.split(':');
  const writable = mounted.map((place) => `mount --bind "${folder}/${place}" "${folder}/${place}"`);
  // A bind of its own is no part of what becomes read-only; who was there before the bind has to go in again.
  const steps = [...writable, 'mount -o remount,bind,ro /', `cd "${folder}/workspace"`, 'exec "$@"'];
  const rights = ['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...rights];
  return ['unshare', '--mount', 'sh', '-euc', steps.join(' && '), 'sh', ...drop, ...words];
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no output.');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).once('line', resolve);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  return await promise;
}

async function exitCode(child: ChildProcess, wanted: number, what: string): Promise<void> {
  child.stdout?.resume();
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
  if (code !== wanted) throw new Error(`${what} ended with ${code}, not ${wanted}.`);
}
