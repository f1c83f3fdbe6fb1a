import type { IncomingHttpHeaders } from 'node:http';
import type { WireBody } from '../deployment/field-mapping/field-mapping.ts';
import { lessons } from '../deployment/field-mapping/learn.ts';
import { meantBody } from '../exchanges/meant-body.ts';
import { pauseFor, timeToConsistency } from '../exchanges/pause-for.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import type { IsAlternative } from './alternatives.ts';
import { type Calling, callDeployment, type DeploymentAnswer } from './call-deployment.ts';
import { guessedField } from './contract-names.ts';
import { type CredentialSwap, swapCredentials } from './credential-swap.ts';
import { type FindOperation, pathOf } from './find-operation.ts';
import { keepTo, type Reply } from './keep-to.ts';
import type { ObservedInteraction } from './observed-interaction.ts';
import { guessIn } from './platform.ts';
import type { Provider } from './provider.ts';
import type { Doubt } from './states/state.ts';
import { writeBody } from './write-body.ts';

export interface ForwardParts extends Calling {
  readonly provider: Provider;
  readonly signal: AbortSignal;
  readonly findOperation: FindOperation;
  readonly isAlternative: IsAlternative;
}

export interface ContractRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Begins the name of a header that stands for one whose own name is not shown; the state gives the real one. */
const exampleHeader = 'x-example-';

/** Belong to one connection, or are made again for the next one. */
const hopHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
];

/** Sends an interaction's request on to the deployment, and notes what Pact can't see; undefined for no answer. */
export async function forward(
  request: ContractRequest,
  observed: ObservedInteraction,
  parts: ForwardParts,
): Promise<Reply | undefined> {
  const operation = parts.findOperation(parts.provider, request.method, request.url);
  const swap = swapCredentials(observed.arranged, request.headers.authorization, parts);
  const { answer, written } = await sendPatiently({ request, observed, operation, swap }, parts);
  const { exchange, text } = answer;
  const { response, transportError } = exchange;
  observed.exchange = swap.clean(exchange);
  if (response === undefined || transportError !== undefined) {
    observed.problem = {
      expected: { kind: 'answer' },
      observed: {
        kind: 'transport-error',
        // Nothing of this kind hangs up on purpose.
        error: transportError?.kind === 'hung-up' ? undefined : transportError?.kind,
        message: transportError?.message ?? 'no answer came',
      },
    };
    return undefined;
  }
  if (written?.certain === false) observed.guesses.push(guessIn(operation));
  observed.statusDoubt = statusDoubtOf({ status: response.status, written, operation }, observed, parts);
  observed.bodyDoubt = bodyDoubtOf(text, operation, { observed, parts });
  if (response.status >= 400) observed.errorBody = observed.exchange.response?.body.text;
  observed.doubt =
    troubleOf(response.status, operation, observed) ?? (await observed.arranged.doubt?.(response.status));
  return keepTo(observed, { ...response, body: { ...response.body, text } }, { operation, swap, ...parts });
}

/** Another body shows nothing where it is not known how the deployment calls what is expected. */
function bodyDoubtOf(
  text: string,
  operation: Operation,
  {
    observed: { expected },
    parts: { fieldMapping },
  }: { readonly observed: ObservedInteraction; readonly parts: ForwardParts },
): string | undefined {
  if (expected.fields.length === 0) return undefined;
  const guess = guessedField(operation, { body: parseJson(text), expected: expected.fields }, fieldMapping);
  return guess === undefined
    ? undefined
    : `where ${operation.id} shows ${guess} is only guessed; openapi or bindings in the config can tell it`;
}

interface Outgoing {
  readonly request: ContractRequest;
  readonly observed: ObservedInteraction;
  readonly operation: Operation;
  readonly swap: CredentialSwap;
}

interface Sent {
  readonly answer: DeploymentAnswer;
  readonly written: WireBody | undefined;
}

/** A refusal may teach names, and what was written a moment ago may not show yet: then it is sent once more. */
async function sendPatiently(outgoing: Outgoing, parts: ForwardParts): Promise<Sent> {
  const { observed, operation } = outgoing;
  const { status: wanted } = observed.expected;
  let sent = await sendOnce(outgoing, parts);
  for (let lesson = 0; lesson < lessons && isLesson(sent, wanted, outgoing, parts); lesson += 1)
    sent = await sendOnce(outgoing, parts);
  const left =
    timeToConsistency(parts.deployment.consistencyWindowMs) - (performance.now() - (observed.wroteAt ?? 0));
  if (observed.wroteAt === undefined || left <= 0 || !mayBeEarly(sent.answer, { wanted, operation, parts }))
    return sent;
  await pauseFor(left, parts.signal);
  return sendOnce(outgoing, parts);
}

function isLesson(
  { answer, written }: Sent,
  wanted: number | undefined,
  { operation }: Outgoing,
  { fieldMapping }: ForwardParts,
): boolean {
  const status = answer.exchange.response?.status ?? 0;
  if (written === undefined || status === wanted || ![400, 422].includes(status)) return false;
  // Where a refusal is wanted, it need not be of what the body lacks.
  if (wanted === undefined || wanted === 400 || wanted === 422) return false;
  return fieldMapping.learn(operation, written.body, parseJson(answer.text));
}

/** Whether a state of the interaction may not show yet, and asking again changes nothing. */
function mayBeEarly(
  { exchange, text }: DeploymentAnswer,
  {
    wanted,
    operation,
    parts,
  }: { readonly wanted: number | undefined; readonly operation: Operation; readonly parts: ForwardParts },
): boolean {
  const status = exchange.response?.status;
  if (status === undefined || wanted === undefined) return false;
  const isRead = operation.effect === 'read' && operation.resource?.does !== 'consume';
  const isEmpty = status < 300 && parts.fieldMapping.items(operation, parseJson(text))?.items.length === 0;
  const isOther =
    Math.floor(status / 100) !== Math.floor(wanted / 100) || (status >= 400 && status !== wanted);
  return isRead ? isOther || isEmpty : isOther && status >= 400 && status < 500;
}

async function sendOnce(outgoing: Outgoing, parts: ForwardParts): Promise<Sent> {
  const { request, observed, operation, swap } = outgoing;
  const { body, written } = bodyOf(outgoing, parts);
  const answer = await callDeployment(
    {
      contract: operation,
      path: pathOf(operation, request.url),
      target: request.url,
      identity: swap.identity,
      key: swap.key,
      headers: headersOf(request, observed, swap),
      body,
      written,
    },
    parts,
  );
  if (answer === undefined) throw new Error('The request was not sent.');
  return { answer, written };
}

function bodyOf(
  { request, observed: { arranged, expected }, operation, swap }: Outgoing,
  { fieldMapping }: ForwardParts,
): { readonly body: string | undefined; readonly written?: WireBody } {
  if (arranged.request !== undefined) return { body: arranged.request.body };
  if (request.body === '') return { body: undefined };
  const text = swap.toReal(request.body);
  const fields = /[/+]json\b/i.test(request.headers['content-type'] ?? '') ? parseJson(text) : undefined;
  if (!isRecord(fields) || !takesFields(operation)) return { body: text };
  const { leavesOut: without = [] } = arranged;
  const written = writeBody(operation, fields, { fieldMapping, without });
  if ((expected.status ?? 0) < 400) return { body: JSON.stringify(written.body), written };
  const body: JsonRecord = meantBody(written.body, fields, { operation, fieldMapping });
  // A value that the document forbids is what is to be refused: what counts is that its name is known.
  const { certain } = writeBody(operation, { ...fields, ...written.meaning }, { fieldMapping, without });
  return { body: JSON.stringify(body), written: { ...written, body, certain } };
}

/** A body that the interface has no schema for, as a tool's input, is sent as it stands. */
function takesFields({ request }: Operation): boolean {
  return request?.name !== undefined;
}

function headersOf(
  { headers }: ContractRequest,
  { arranged }: ObservedInteraction,
  swap: CredentialSwap,
): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ||
    hopHeaders.includes(name) ||
    name === 'authorization' ||
    name.startsWith(exampleHeader)
      ? []
      : [[name, [value].flat().join(', ')]],
  );
  return { ...Object.fromEntries(kept), ...swap.headers, ...arranged.request?.headers };
}

interface Answered {
  readonly status: number;
  readonly written: WireBody | undefined;
  readonly operation: Operation;
}

/** Trouble inside the platform that the interface allows for: what the operation does otherwise remains unknown. */
function troubleOf(
  status: number,
  { id, statuses }: Operation,
  { expected }: ObservedInteraction,
): Doubt | undefined {
  if (status < 500 || status === expected.status || !statuses.includes(`${status}`)) return undefined;
  return {
    isTrouble: true,
    why: `${id} answered ${status}, which is documented for trouble inside the platform`,
  };
}

/** Another status than the expected one shows nothing where the deployment may not have understood what was asked. */
function statusDoubtOf(
  { status, written, operation }: Answered,
  { guesses, expected }: ObservedInteraction,
  { isAlternative }: ForwardParts,
): string | undefined {
  if (isAlternative(operation.id, expected.status ?? 0, status))
    return `the interface allows ${operation.id} to answer ${status} in this state too`;
  const isOpen = status < 500 || operation.statuses.includes(`${status}`);
  if (!isOpen) return undefined;
  const [guess] = guesses;
  if (guess !== undefined) return guess;
  const isRefused = [400, 409, 413, 422].includes(status);
  return written?.filled === true && isRefused
    ? `the body has values that only fill what ${operation.id} needs, and may be refused for them`
    : undefined;
}
