import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobTimeout } from '../exchanges/job-timeout.ts';
import { expectedOf, type Interaction } from './contract.ts';
import type { Episode } from './episode.ts';
import { type ForwardParts, forward } from './forward.ts';
import type { Reply } from './keep-to.ts';
import { makeRoom } from './make-room.ts';
import { createPlatform } from './platform.ts';
import { arrange, both } from './states/arrange.ts';
import type { Doubt, Parameters } from './states/state.ts';
import type { StateHook } from './states/state-hook.ts';
import { Unreachable } from './states/unreachable.ts';

export interface GatewayParts extends ForwardParts {
  /** In the order in which the verifier goes through them. */
  readonly interactions: readonly Interaction[];
  readonly hook: StateHook | undefined;
  readonly jobTimeout: JobTimeout;
}

export interface Gateway {
  readonly port: number;
  readonly statePath: string;
  /** The interactions so far, in the order of their requests. */
  readonly episodes: readonly Episode[];
  readonly close: () => Promise<void>;
}

interface StateCall {
  readonly state: string;
  readonly params: Parameters;
}

const statePath = '/_pact/provider-states';

/**
 * Stands on loopback between Pact's verifier and a deployment. The verifier goes through one interaction after the
 * other: first it asks for its states, then it sends its one request. States always succeed for the verifier, so that
 * the request comes and ends the interaction; one that can't be verified gets no answer.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const episodes: Episode[] = [];
  let current: Episode | undefined;
  const removed = new Set<string>();
  const begun = (): Episode => {
    current ??= {
      expected: expectedOf(parts.interactions[episodes.length]),
      states: [],
      arranged: {},
      guesses: [],
    };
    return current;
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.url === statePath) {
      const values = await enterState(begun(), JSON.parse(body), parts);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
      return;
    }
    const episode = begun();
    current = undefined;
    episodes.push(episode);
    const reply = await replyTo(episode, { request, body }, parts);
    // Both providers share the ledger; one must not remove what the other is about to ask for.
    if (parts.provider === 'user-api') await makeRoom(parts, removed).catch(() => undefined);
    give(reply, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, statePath, episodes, close };
}

async function enterState(
  episode: Episode,
  { state, params }: StateCall,
  parts: GatewayParts,
): Promise<object> {
  if (state === '' || episode.notVerified !== undefined) return {};
  episode.states.push(state);
  const { deployment, jobTimeout, hook } = parts;
  const platform = createPlatform(parts, {
    guessed: (guess) => episode.guesses.push(guess),
    wrote: () => {
      episode.wroteAt = performance.now();
    },
  });
  const scene = { deployment, platform, before: episode.arranged, jobTimeout };
  try {
    episode.arranged = both(episode.arranged, await arrange(state, params, { scene, hook }));
  } catch (error) {
    episode.notVerified = toDoubt(error);
  }
  return { ...episode.arranged.values };
}

function toDoubt(error: unknown): Doubt {
  const why = error instanceof Error ? error.message : String(error);
  return { isTrouble: !(error instanceof Unreachable), why };
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly body: string;
}

function give(reply: Reply | undefined, response: ServerResponse): void {
  // Whatever status came instead could be one that the contract asks for.
  if (reply === undefined) response.destroy();
  else response.writeHead(reply.status, reply.headers).end(reply.body);
}

async function replyTo(
  episode: Episode,
  { request: { method = 'GET', url = '/', headers }, body }: Incoming,
  parts: GatewayParts,
): Promise<Reply | undefined> {
  try {
    if (episode.notVerified !== undefined) return undefined;
    return await forward({ method, url, headers, body }, episode, parts);
  } catch (error) {
    episode.notVerified = toDoubt(error);
    return undefined;
  } finally {
    // What can't be undone shows in the interactions that it disturbs.
    await episode.arranged.undo?.().catch(() => undefined);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
