import { TargetError, UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { printableText } from '../report/printable.ts';
import { programVersion } from '../report/program-version.ts';
import { wrap } from '../report/wrap.ts';
import { attestCommand } from './attest.ts';
import { checkConfigCommand } from './check-config.ts';
import { cleanCommand } from './clean.ts';
import { compareCommand } from './compare.ts';
import { diffCommand } from './diff.ts';
import { historyCommand } from './history.ts';
import { initCommand } from './init.ts';
import { judgeCommand } from './judge.ts';
import { listCommand } from './list.ts';
import { mergeCommand } from './merge.ts';
import { help, helpOf, namedCommand } from './options/help.ts';
import { pactCommand } from './pact.ts';
import { proxyCommand, recordCommand } from './proxy.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { verifyAttestationCommand } from './verify-attestation.ts';

const commands = {
  init: initCommand,
  run: runCommand,
  replay: replayCommand,
  judge: judgeCommand,
  proxy: proxyCommand,
  record: recordCommand,
  report: reportCommand,
  compare: compareCommand,
  history: historyCommand,
  attest: attestCommand,
  'verify-attestation': verifyAttestationCommand,
  merge: mergeCommand,
  clean: cleanCommand,
  'check-config': checkConfigCommand,
  diff: diffCommand,
  list: listCommand,
  pact: pactCommand,
} as const;

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

function runNamed(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    const command = namedCommand(args[0] === 'help' ? args.slice(1) : args);
    terminal.out(command === undefined ? help() : helpOf(command));
    return Promise.resolve(0);
  }
  if (args[0] === '--version') {
    terminal.out(`${programVersion()}\n`);
    return Promise.resolve(0);
  }
  const [first] = args;
  const named = first !== undefined && !first.startsWith('-');
  const name = named ? first : 'run';
  if (!isCommand(name)) {
    throw new UsageError(
      `There is no command ${name}.${didYouMean(name, Object.keys(commands))} See agent-conformance --help.`,
    );
  }
  return commands[name](named ? args.slice(1) : args, terminal);
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
