import { placeSteps } from '../cases/place-steps.ts';
import type { MessageKind, PlacedStep, Step } from '../cases/scenario.ts';
import { oddMessages } from './sentences/mutations.ts';

const messages: Record<MessageKind, string> = {
  plain: 'a plain message',
  unicode: 'a message with unusual characters',
  spaced: 'a message with white space in it',
  long: 'a long message',
  huge: 'a message of 64 KiB',
  numeral: 'a message that is a number',
  integer: 'a message of digits alone',
  empty: 'an empty message',
  repeated: 'a message in the same words each time',
  background: 'a message that starts a background job',
  'failing-background': 'a message that starts a background job which fails',
  'tool-call': 'a message that makes the worker call a tool',
  slow: 'a message whose answer takes its time',
};

/** Every step of a scenario as a short sentence. Steps without a run to act on send nothing and are left out. */
export function describeSteps(steps: readonly Step[]): string[] {
  return placeSteps(steps).flatMap((group) =>
    group.filter(({ startedBy }) => startedBy !== undefined).map((placed) => describe(placed)),
  );
}

function describe({ number, step, startedBy }: PlacedStep): string {
  const together = step.alongside && number > 1 ? ' (together with the step before)' : '';
  const key =
    step.credential === 'own'
      ? ''
      : step.credential === 'missing'
        ? ', without a key'
        : ', with an unknown key';
  const hangingUp = step.hangsUp === true ? ', and hang up when the answer begins' : '';
  const odd = step.odd === undefined ? '' : `, with ${oddMessages[step.odd]}`;
  return `${number}. ${act(step, startedBy)}${odd}${hangingUp}${key}${together}`;
}

function act(step: Step, startedBy: number | undefined): string {
  const run = `the run of step ${startedBy}`;
  const form = step.transport === 'ndjson' ? ' (NDJSON)' : '';
  switch (step.action) {
    case 'start':
      return `POST ${messages[step.message]}${form}`;
    case 'continue':
      return `PUT ${messages[step.message]}${form} to ${run}`;
    case 'insist':
      return `PUT ${messages[step.message]}${form} to ${run} until the answer is no 409`;
    case 'resume':
      return `PUT ${messages[step.message]}${form} to ${run} until the answer is no 409, for some seconds`;
    case 'read':
      return `GET ${run}`;
    case 'read-late':
      return `GET ${run}, a second later`;
    case 'await-job':
      return `GET ${run} until an x-service-job-id is there, for a second or so`;
    case 'await-idle':
      return `GET ${run} until no x-service-job-id is there`;
  }
}
