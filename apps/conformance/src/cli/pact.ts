import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { BrokerError } from '../pact/broker/broker.ts';
import { printableText } from '../report/printable.ts';
import { pactBranchCommand } from './pact-branch.ts';
import { pactCanIDeployCommand } from './pact-can-i-deploy.ts';
import { pactEnvironmentCommand } from './pact-environment.ts';
import { pactMatrixCommand } from './pact-matrix.ts';
import { pactPublishCommand } from './pact-publish.ts';
import {
  pactRecordDeploymentCommand,
  pactRecordReleaseCommand,
  pactRecordUndeploymentCommand,
} from './pact-record.ts';
import { pactVerifyCommand } from './pact-verify.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const commands = {
  verify: pactVerifyCommand,
  publish: pactPublishCommand,
  'can-i-deploy': pactCanIDeployCommand,
  'record-deployment': pactRecordDeploymentCommand,
  'record-undeployment': pactRecordUndeploymentCommand,
  'record-release': pactRecordReleaseCommand,
  environment: pactEnvironmentCommand,
  branch: pactBranchCommand,
  matrix: pactMatrixCommand,
} as const;

const brokerUnreachable = 4;
const interrupted = 3;

/** `agent-conformance pact …`: contracts of consumers, here and at a broker. */
export async function pactCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const [name = '', ...rest] = args;
  const known = Object.keys(commands);
  if (!isCommand(name))
    throw new UsageError(`pact needs one of ${known.join(', ')}.${didYouMean(name, known)}`);
  try {
    return await commands[name](rest, terminal);
  } catch (error) {
    if (terminal.signal.aborted) {
      terminal.progress('agent-conformance: Interrupted. Nothing is known, and nothing more was sent.\n');
      return interrupted;
    }
    if (!(error instanceof BrokerError)) throw error;
    terminal.progress(`agent-conformance: ${printableText(error.message)}\n`);
    return brokerUnreachable;
  }
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
