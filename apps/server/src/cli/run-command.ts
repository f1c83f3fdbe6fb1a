import { UserError } from '../platform/errors.ts';
import { ownVersion } from '../platform/own-version.ts';
import { createAgent } from './create-agent.ts';
import { createJwt } from './create-jwt.ts';
import { createKey } from './create-key.ts';
import { help, helpOf } from './options/help.ts';

const commands: Readonly<Record<string, (arguments_: string[]) => Promise<void>>> = {
  serve: async (arguments_) => (await import('./serve.ts')).serve(arguments_),
  'create-key': createKey,
  'create-jwt': createJwt,
  'create-agent': createAgent,
  admin: async (arguments_) => (await import('./admin.ts')).admin(arguments_),
  migrate: async (arguments_) => (await import('./migrate.ts')).migrate(arguments_),
  backup: async (arguments_) => (await import('./backup.ts')).backup(arguments_),
  restore: async (arguments_) => (await import('./restore.ts')).restore(arguments_),
  seed: async (arguments_) => (await import('./seed.ts')).seed(arguments_),
};

/** Runs a command line. A user's mistake ends it with one sentence and exit code 2. */
export async function runCommand(arguments_: string[]): Promise<void> {
  try {
    await dispatch(arguments_);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`agent-workers-server: ${error.message}\n`);
    process.exitCode = 2;
  }
}

async function dispatch(arguments_: string[]): Promise<void> {
  const [first] = arguments_;
  const name = first === undefined || first.startsWith('-') ? 'serve' : first;
  if (arguments_.includes('--help') || arguments_.includes('-h')) {
    process.stdout.write(helpOf(name) ?? help());
    return;
  }
  if (arguments_.includes('--version')) {
    process.stdout.write(`${ownVersion}\n`);
    return;
  }
  const command = commands[name];
  if (!command)
    throw new UserError(`There's no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
  await command(name === first ? arguments_.slice(1) : arguments_);
}
