import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type ByteBudget, type KeptBody, keepBody, type TakenBody } from './kept-body.ts';
import { STATUS_CODES } from './node-http.ts';
import { joinHeaders, type Passed } from './passed.ts';
import { pairsOf, toClient } from './raw-headers.ts';

/** A request of a client, and the answer that it waits for. */
export interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export interface Passing {
  /** Where it goes, to be told in a sentence. */
  readonly origin: string;
  readonly url: string;
  /** Opens the request to the target; called once more where a connection that was kept open was not. */
  readonly open: () => ClientRequest;
  readonly budget: ByteBudget;
  /** So much of one body is kept. */
  readonly mostBytes: number;
  /** ms since 1970, with fractions and never backwards. */
  readonly now: () => number;
  /** Gets the exchange when it is over, with the bytes of the budget that it takes; undefined where nobody looks at it. */
  readonly onPassed: ((passed: Passed, bytes: number) => void) | undefined;
  /** Gets what was added on the way through, in seconds, as soon as the answer began. */
  readonly onDelay: (seconds: number) => void;
}

/** The answer as far as it came. */
interface Answering {
  readonly response: IncomingMessage;
  readonly headersAt: number;
  readonly body: KeptBody;
  readonly pieces: number[];
}

/** Of the pieces of a stream so many are told; a stream that lasts for hours has no end of them. */
const mostPieces = 500;

/**
 * Passes a request and its answer on, piece by piece and with back-pressure, as they come. On its way nothing is done with
 * a piece but to copy it.
 */
export function passOn({ incoming, outgoing }: Call, passing: Passing): void {
  const { origin, now, budget, mostBytes, onPassed } = passing;
  const isKept = onPassed !== undefined;
  const sentAt = now();
  const asked = keepBody(budget, isKept ? mostBytes : 0);
  let answering: Answering | undefined;
  let isOver = false;
  const end = (trouble?: string): void => {
    if (isOver) return;
    isOver = true;
    const [question, answered] = [asked.take(), answering?.body.take()];
    const passed = { incoming, passing, sentAt, question, answering, answered, trouble };
    onPassed?.(toPassed(passed), question.bytes + (answered?.bytes ?? 0));
  };
  const fail = (error: Error): void => {
    end(wordsOf(error));
    // What is still to come of the request has nowhere to go.
    incoming.resume();
    if (answering === undefined) sayInstead(outgoing, 502, `${origin} gave no answer: ${wordsOf(error)}.`);
    else outgoing.destroy();
  };
  const answer = (response: IncomingMessage, sentOnAt: number): void => {
    const headersAt = now();
    const isChunked = response.headers['transfer-encoding'] !== undefined;
    outgoing.sendDate = false;
    outgoing.writeHead(
      response.statusCode ?? 0,
      response.statusMessage,
      toClient(response.rawHeaders, isChunked),
    );
    const body = keepBody(budget, isKept ? mostBytes : 0);
    const pieces: number[] = [];
    answering = { response, headersAt, body, pieces };
    // What comes with the head goes on with the head, in one piece.
    outgoing.cork();
    outgoing.flushHeaders();
    setImmediate(() => outgoing.uncork());
    passing.onDelay((sentOnAt - sentAt + now() - headersAt) / 1000);
    response.on('data', (piece: Buffer) => {
      body.add(piece);
      if (isKept && pieces.length < 2 * mostPieces) pieces.push(now(), piece.byteLength);
      if (!outgoing.write(piece)) response.pause();
    });
    outgoing.on('drain', () => response.resume());
    response.on('end', () => {
      addTrailers(outgoing, response);
      outgoing.end();
      end(response.complete ? undefined : 'the answer was cut');
    });
    response.on('error', fail);
  };
  const isBare = !hasBody(incoming);
  const ask = (isAgain: boolean): void => {
    const upstream = passing.open();
    let sentOnAt = sentAt;
    upstream.on('socket', (socket) => {
      const isSent = (): void => {
        sentOnAt = now();
      };
      if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', isSent);
      else isSent();
    });
    upstream.on('continue', () => outgoing.writeContinue());
    upstream.on('information', ({ statusCode, headers }) => {
      if (statusCode === 103 && !outgoing.headersSent)
        orDestroy(upstream, () => outgoing.writeEarlyHints({ ...headers } as Record<string, string>));
    });
    upstream.on('response', (response) => orDestroy(upstream, () => answer(response, sentOnAt)));
    upstream.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it changed to another protocol, which nobody asked for'));
    });
    upstream.on('error', (error) => {
      const isStale = upstream.reusedSocket && answering === undefined && isBare && isSafe(incoming);
      if (isStale && !isAgain && !isOver && !outgoing.destroyed) ask(true);
      else fail(error);
    });
    // Who leaves before the answer is there no longer waits for it.
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) upstream.destroy(new Error('the client left'));
    });
    if (isBare) upstream.end();
    else sendBody(incoming, upstream, asked);
  };
  try {
    ask(false);
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}

function sendBody(incoming: IncomingMessage, upstream: ClientRequest, asked: KeptBody): void {
  incoming.on('data', (piece: Buffer) => {
    asked.add(piece);
    if (!upstream.write(piece)) incoming.pause();
  });
  upstream.on('drain', () => incoming.resume());
  incoming.on('end', () => {
    addTrailers(upstream, incoming);
    upstream.end();
  });
}

/** Only where they can be sent; one that can't be written is no reason to lose the rest. */
function addTrailers(to: ClientRequest | ServerResponse, { rawTrailers }: IncomingMessage): void {
  if (rawTrailers.length === 0) return;
  try {
    to.addTrailers(pairsOf(rawTrailers));
  } catch {
    // A name or a value that Node takes and doesn't give.
  }
}

/** An odd answer is no answer; who waits for another one is served on. */
function orDestroy(upstream: ClientRequest, work: () => void): void {
  try {
    work();
  } catch (error) {
    upstream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What may be sent twice without anything being done twice. */
function isSafe({ method = '' }: IncomingMessage): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

interface Ended {
  readonly incoming: IncomingMessage;
  readonly passing: Passing;
  readonly sentAt: number;
  readonly question: TakenBody;
  readonly answering: Answering | undefined;
  readonly answered: TakenBody | undefined;
  readonly trouble: string | undefined;
}

function toPassed({ incoming, passing, sentAt, question, answering, answered, trouble }: Ended): Passed {
  return {
    method: incoming.method ?? 'GET',
    url: passing.url,
    headers: joinHeaders(incoming.rawHeaders),
    body: incoming.complete ? question.text : undefined,
    sentAt,
    answer: answering && {
      status: answering.response.statusCode ?? 0,
      headers: joinHeaders(answering.response.rawHeaders),
      headersAt: answering.headersAt,
      endedAt: passing.now(),
      body: answered?.text,
      isComplete: trouble === undefined && answering.response.complete,
      pieces: answering.pieces,
    },
    trouble,
  };
}

/** Answers in place of the target. */
export function sayInstead(outgoing: ServerResponse, status: number, sentence: string): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  // The words of an answer that could not be passed on may stand there still.
  outgoing.writeHead(status, STATUS_CODES[status], { 'content-type': 'text/plain; charset=utf-8' });
  outgoing.end(`agent-conformance proxy: ${sentence}\n`);
}

export function wordsOf(error: Error): string {
  return error.message || ('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
