import { TargetError, UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { printableText } from '../report/printable.ts';
import { programVersion } from '../report/program-version.ts';
import { wrap } from '../report/wrap.ts';
import { help, helpOf, namedCommand } from './options/help.ts';
import type { TerminalStreams } from './terminal-streams.ts';

type Command = (args: readonly string[], terminal: TerminalStreams) => Promise<number>;

/** Each is loaded when it is asked for: what one of them needs takes memory and time that another one has a use for. */
const commands = {
  init: async () => (await import('./init.ts')).initCommand,
  run: async () => (await import('./run.ts')).runCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  judge: async () => (await import('./judge.ts')).judgeCommand,
  proxy: async () => (await import('./proxy.ts')).proxyCommand,
  record: async () => (await import('./proxy.ts')).recordCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  history: async () => (await import('./history.ts')).historyCommand,
  attest: async () => (await import('./attest.ts')).attestCommand,
  'verify-attestation': async () => (await import('./verify-attestation.ts')).verifyAttestationCommand,
  merge: async () => (await import('./merge.ts')).mergeCommand,
  clean: async () => (await import('./clean.ts')).cleanCommand,
  'check-config': async () => (await import('./check-config.ts')).checkConfigCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  list: async () => (await import('./list.ts')).listCommand,
  pact: async () => (await import('./pact.ts')).pactCommand,
} as const satisfies Record<string, () => Promise<Command>>;

/** Finds the command and runs it; a user's mistake or a target in trouble becomes one sentence and an exit code. */
export async function dispatch(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  try {
    return await runNamed(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, 2, terminal);
    if (error instanceof TargetError)
      return complain(`${error.message} (Responsible: the ${error.whose}.)`, 3, terminal);
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return complain(`This is a bug in agent-conformance, please report it.\n${why}`, 3, terminal);
  }
}

async function runNamed(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    const command = namedCommand(args[0] === 'help' ? args.slice(1) : args);
    terminal.out(command === undefined ? help() : helpOf(command));
    return 0;
  }
  if (args[0] === '--version') {
    terminal.out(`${programVersion()}\n`);
    return 0;
  }
  const [first] = args;
  const named = first !== undefined && !first.startsWith('-');
  const name = named ? first : 'run';
  if (!isCommand(name)) {
    throw new UsageError(
      `There is no command ${name}.${didYouMean(name, Object.keys(commands))} See agent-conformance --help.`,
    );
  }
  const command = await commands[name]();
  return command(named ? args.slice(1) : args, terminal);
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

function complain(message: string, exitCode: number, terminal: TerminalStreams): number {
  const text = `agent-conformance: ${printableText(message)}`;
  terminal.progress(
    `${
      terminal.interactive
        ? text
            .split('\n')
            .flatMap((line) => wrap(line))
            .join('\n')
        : text
    }\n`,
  );
  return exitCode;
}
