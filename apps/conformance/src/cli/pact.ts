import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { BrokerError } from '../pact/broker/broker.ts';
import { printableText } from '../report/printable.ts';
import { pactCanIDeployCommand } from './pact-can-i-deploy.ts';
import { pactPublishCommand } from './pact-publish.ts';
import { pactRecordDeploymentCommand } from './pact-record-deployment.ts';
import { pactVerifyCommand } from './pact-verify.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const commands = {
  verify: pactVerifyCommand,
  publish: pactPublishCommand,
  'can-i-deploy': pactCanIDeployCommand,
  'record-deployment': pactRecordDeploymentCommand,
} as const;

const brokerUnreachable = 4;

/** `agent-conformance pact …`: contracts of consumers, here and at a broker. */
export async function pactCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const [name = '', ...rest] = args;
  const known = Object.keys(commands);
  if (!isCommand(name))
    throw new UsageError(`pact needs one of ${known.join(', ')}.${didYouMean(name, known)}`);
  try {
    return await commands[name](rest, terminal);
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    terminal.progress(`agent-conformance: ${printableText(error.message)}\n`);
    return brokerUnreachable;
  }
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
