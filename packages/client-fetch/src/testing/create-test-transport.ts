import type { NoProfile, Profile } from '../clients/profile.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { samples } from '../gen/samples.ts';
import type { Transport, TransportRequest } from '../transport/transport.ts';
import { type Answers, type OperationName, StatusAnswer, type StreamAnswer } from './answer.ts';
import { fillUp, profileSample } from './profile-sample.ts';
import { streamOf } from './stream-of.ts';

/** A transport without a network, and what was sent through it. */
export interface TestTransport extends Transport {
  /** Every request in its order. */
  readonly requests: readonly TransportRequest[];
}

/**
 * A transport that answers as the contract documents: with what the test says, and otherwise with a sample made from
 * the contract, in which an identifier of the path stands where the record has it. With a profile, samples are made from
 * it, and records that a test says in part are filled up.
 */
export function createTestTransport<P extends Profile = NoProfile>(
  answers: Answers<P> = {},
  { profile }: { profile?: P | undefined } = {},
): TestTransport {
  const requests: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    request.signal?.throwIfAborted();
    requests.push(request);
    const { operation, schema } = request;
    if (schema) throw new ConfigurationError('needs withSchemas', { operation, option: 'withSchemas' });
    if (!isOperation(operation)) throw new TypeError(`The contract has no operation ${operation}.`);
    const answer = answers[operation];
    const given: unknown = makesAnswers(answer) ? await answer(request) : answer;
    if (given instanceof StatusAnswer) return jsonResponse(given.status, given.body, given.headers);
    const sample = isStream(request) ? undefined : profileSample(profile, operation);
    if (given === undefined && sample === undefined) return sampleResponse(operation, request);
    const named = await withValidIdentifiers(sample, request, profile);
    return given === undefined ? jsonResponse(200, named) : responseOf(fillUp(given, named), request);
  };
  return Object.assign(transport, { requests });
}

function makesAnswers(answer: unknown): answer is (request: TransportRequest) => unknown {
  return typeof answer === 'function';
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(samples, name);
}

function sampleResponse(operation: OperationName, request: TransportRequest): Response {
  if (isStream(request)) return streamResponse({ pieces: [] }, request);
  const { status, body } = samples[operation];
  return jsonResponse(status, withIdentifiers(body, request));
}

function responseOf(answer: unknown, request: TransportRequest): Response {
  // The type of the answers ties a stream to the operations that stream.
  if (isStream(request)) return streamResponse(answer as StreamAnswer<unknown>, request);
  return jsonResponse(request.answer === 'none' ? 204 : 200, answer);
}

function isStream({ answer }: TransportRequest): boolean {
  return answer === 'text' || answer === 'ndjson';
}

function streamResponse(
  { pieces, runId, jobId }: StreamAnswer<unknown>,
  request: TransportRequest,
): Response {
  const headers = new Headers({ 'x-service-run-id': runId ?? pathRunId(request) ?? crypto.randomUUID() });
  if (jobId !== undefined) headers.set('x-service-job-id', jobId);
  const asText = request.answer === 'text' ? String : (piece: unknown) => `${JSON.stringify(piece)}\n`;
  return new Response(streamOf(pieces.map(asText), request.signal), { headers });
}

function pathRunId({ parameters }: TransportRequest): string | undefined {
  const id = parameters?.run_id;
  return id === undefined ? undefined : String(id);
}

function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return Response.json(body, { status, headers });
}

/** An id of a test, such as 'a', may not be what the profile calls one. */
async function withValidIdentifiers(
  sample: unknown,
  request: TransportRequest,
  profile: Profile | undefined,
): Promise<unknown> {
  const named = withIdentifiers(sample, request);
  const schema = profile?.operations?.[request.operation]?.answer;
  const result = await schema?.['~standard'].validate(named);
  return result?.issues ? sample : named;
}

function withIdentifiers(body: unknown, { parameters = {} }: TransportRequest): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const known = Object.entries(parameters).filter(([name]) => name in body);
  // A list of samples has one page: its cursor would lead back.
  const last = 'next_cursor' in body && { next_cursor: null };
  return { ...body, ...last, ...Object.fromEntries(known) };
}
