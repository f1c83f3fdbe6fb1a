import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobTimeout } from '../exchanges/job-timeout.ts';
import { expectedOf, type Interaction } from './contract.ts';
import { type ForwardParts, forward } from './forward.ts';
import type { Reply } from './keep-to.ts';
import type { ObservedInteraction } from './observed-interaction.ts';
import { createPlatform } from './platform.ts';
import { removeLimited } from './remove-limited.ts';
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
  readonly observedInteractions: readonly ObservedInteraction[];
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
  const observedInteractions: ObservedInteraction[] = [];
  let current: ObservedInteraction | undefined;
  const removed = new Set<string>();
  const begun = (): ObservedInteraction => {
    current ??= {
      expected: expectedOf(parts.interactions[observedInteractions.length]),
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
    const observed = begun();
    current = undefined;
    observedInteractions.push(observed);
    const reply = await replyTo(observed, { request, body }, parts);
    // Both providers share the ledger; one must not remove what the other is about to ask for.
    if (parts.provider === 'user-api') await removeLimited(parts, removed).catch(() => undefined);
    give(reply, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, statePath, observedInteractions, close };
}

async function enterState(
  observed: ObservedInteraction,
  { state, params }: StateCall,
  parts: GatewayParts,
): Promise<object> {
  if (state === '' || observed.notVerified !== undefined) return {};
  observed.states.push(state);
  const { deployment, jobTimeout, hook } = parts;
  const platform = createPlatform(parts, {
    guessed: (guess) => observed.guesses.push(guess),
    wrote: () => {
      observed.wroteAt = performance.now();
    },
  });
  const scene = { deployment, platform, before: observed.arranged, jobTimeout };
  try {
    observed.arranged = both(observed.arranged, await arrange(state, params, { scene, hook }));
  } catch (error) {
    observed.notVerified = toDoubt(error);
  }
  return { ...observed.arranged.values };
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
  observed: ObservedInteraction,
  { request: { method = 'GET', url = '/', headers }, body }: Incoming,
  parts: GatewayParts,
): Promise<Reply | undefined> {
  try {
    if (observed.notVerified !== undefined) return undefined;
    return await forward({ method, url, headers, body }, observed, parts);
  } catch (error) {
    observed.notVerified = toDoubt(error);
    return undefined;
  } finally {
    // What can't be undone shows in the interactions that it disturbs.
    await observed.arranged.undo?.().catch(() => undefined);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
