// One request: reads it, checks it by its route, calls the handler, and answers.

import { on } from './faults.js';
import { Problem, badRequest } from './problem.js';
import { collector, readPath, readQuery } from './validate.js';

const LARGEST_BODY = 2_000_000;

/** Returned by handlers that have answered themselves. */
export const ANSWERED = Symbol('answered');

class Reply {
  constructor(status, body) {
    this.status = status;
    this.body = body;
  }
}

/** An answer with another status than 200. */
export const reply = (status, body) => new Reply(status, body);

export function sendJson(res, status, body, headers = {}) {
  if (res.headersSent || res.destroyed) return res.destroy();
  if (status === 204 && body === undefined) return res.writeHead(204, headers).end();
  const text = Buffer.from(JSON.stringify(body ?? null));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length, ...headers });
  return res.end(text);
}

function sendProblem(res, error, route) {
  if (!(error instanceof Problem)) {
    console.error(error);
    return sendJson(res, 500, { error: { code: 'internal', text: 'something went wrong here' } });
  }
  if (on('search-422-is-plain-text') && error.status === 422 && route?.template === '/me/tools/search') {
    return res.writeHead(422, { 'content-type': 'text/plain' }).end('Unprocessable Entity');
  }
  return sendJson(res, error.status, error.body(), error.headers);
}

async function readBody(req) {
  const pieces = [];
  let size = 0;
  for await (const piece of req) {
    size += piece.length;
    if (size <= LARGEST_BODY) pieces.push(piece);
  }
  if (size > LARGEST_BODY) throw new Problem(413, 'too_large', `a body has at most ${LARGEST_BODY} bytes`);
  return Buffer.concat(pieces);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON value of a body; reports broken JSON. Without a body it is undefined. */
function parseJson(bytes, route, bad) {
  if (bytes.length === 0) return undefined;
  try {
    if (on('run-message-decoded-as-latin1') && route.options.auth === 'key') return JSON.parse(bytes.toString('latin1'));
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    if (on('agents-broken-json-500') && route.template === '/me/agents') throw error;
    if (on('worker-broken-json-500') && route.template === '/:agent_id') throw error;
    bad(['body'], 'is no JSON');
    return null;
  }
}

function readInput(route, texts, search, bytes) {
  const { options } = route;
  const { bad, stop } = collector();
  const path = readPath(options.path, texts, bad);
  const query = readQuery(options.query, search, bad);
  let body;
  if (options.body) {
    const value = parseJson(bytes, route, bad);
    stop();
    if (value === undefined || (value === null && options.bodyOptional)) {
      if (!options.bodyOptional) bad(['body'], 'is required');
    } else {
      body = options.body(value, ['body'], bad);
    }
  }
  stop();
  return { path, query, body };
}

/** Handles a request to one of the two APIs. `authenticate` turns its headers into the caller. */
export async function serve(router, authenticate, req, res, target) {
  let route;
  try {
    const bytes = await readBody(req);
    const [path, search] = split(target);
    const found = router.find(req.method, path);
    route = found.route;
    const user = authenticate(route, req.headers);
    const input = readInput(route, found.texts, new URLSearchParams(search), bytes);
    const result = await route.handler({ user, headers: req.headers, bytes, res, ...input });
    if (result === ANSWERED) return;
    if (result instanceof Reply) sendJson(res, result.status, result.body);
    else sendJson(res, 200, result);
  } catch (error) {
    if (error?.code === 'ECONNRESET' || error?.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    sendProblem(res, error, route);
  }
}

function split(target) {
  const mark = target.indexOf('?');
  if (mark < 0) return [target, ''];
  if (target.includes('#')) throw badRequest('a fragment is not sent');
  return [target.slice(0, mark), target.slice(mark + 1)];
}
