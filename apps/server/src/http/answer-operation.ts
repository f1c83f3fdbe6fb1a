import type * as types from '@agent-workers/types';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isGuid } from '../domain/guid.ts';
import { QuotaExceeded } from '../domain/quotas.ts';
import type { Caller } from '../domain/visibility.ts';
import { contract } from '../operations/contract.ts';
import type { AnyRequest, KeyOwner, Operation } from '../operations/define-operation.ts';
import { isRefusal, type Outcome, refuse } from '../operations/outcome.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import type { Logger } from '../platform/logger.ts';
import { noteRun } from '../platform/telemetry/log-context.ts';
import { changeRowsOf } from '../store/whose-rows.ts';
import { findCaller, unauthorized } from './find-caller.ts';
import { isGivenUp } from './given-up.ts';
import { type Input, inputReader } from './read-input.ts';
import { logUndocumented, respond } from './respond.ts';
import type { ResponseCache } from './response-cache.ts';

/** What operations are answered with. */
export interface AnswerOptions {
  services: Services;
  cache: ResponseCache;
  logger: Logger;
}

interface Answered {
  outcome: Outcome;
  caller: AnyCaller;
}

type AnyCaller = Caller | KeyOwner | undefined;

const internalError = refuse('failed', 'Internal error.');

/**
 * Answers requests for an operation of either API: who calls, which resource, whether the input is valid, then the
 * operation itself.
 */
export function answerOperation(operation: Operation, { services, cache, logger }: AnswerOptions) {
  const known: types.Operation = contract[operation.id];
  const readInput = inputReader(operation);

  async function answer(context: Context): Promise<Answered> {
    const { headers } = context.req.raw;
    const caller = await findCaller(known.api, services, headers);
    if (!caller && known.security === 'bearer') throw unauthorized(known.api);
    services.faults.strike(operation.id);
    const path = context.req.param();
    const target = await operation.locate?.({ caller, path }, services);
    if (isRefusal(target)) return { outcome: target, caller };
    const bytes = known.body ? new Uint8Array(await context.req.arrayBuffer()) : new Uint8Array();
    const input = readInput({ path, query: context.req.query(), bytes });
    if (typeof input.path.run_id === 'string' && isGuid(input.path.run_id)) noteRun(input.path.run_id);
    const request = toRequest(context, { caller, target, input, bytes }, services);
    const act = () => operation.answer(request, services);
    const outcome = await (caller && operation.changesOwn ? changeRowsOf([caller.userId], act) : act());
    return { outcome, caller };
  }

  return async (context: Context): Promise<Response> => {
    refuseHead(context, known);
    try {
      const { outcome, caller } = await answer(context);
      logUndocumented(known, outcome, logger);
      if (operation.isCacheable && outcome.tag === 'ok')
        return cache.note(context.req.raw, {
          madeOf: usersOf(operation, caller),
          ...outcome,
          expiresAt: expiryOf(caller),
        });
      return respond(outcome, known.streaming);
    } catch (error) {
      if (error instanceof HTTPException || isGivenUp(error)) throw error;
      if (error instanceof QuotaExceeded) throw usedUp(error, operation, logger);
      logger(`${operation.id} failed inside the server.`, { error });
      return respond(operation.failure ?? internalError, known.streaming);
    }
  };
}

function usedUp({ message }: QuotaExceeded, { id, addsTo }: Operation, logger: Logger): HTTPException {
  if (!addsTo) logger(`${id} answered 429, which the document doesn't say.`);
  return apiError(429, message, { 'retry-after': '60' });
}

/** What the operation is told of a request. */
function toRequest(
  { req, env }: Context,
  { input, ...known }: Pick<AnyRequest, 'caller' | 'target' | 'bytes'> & { input: Input },
  { publicUrl }: Services,
): AnyRequest {
  return {
    ...known,
    ...input,
    headers: req.raw.headers,
    address: env?.address,
    origin: publicUrl ?? new URL(req.url).origin,
    // Asked for only where it's needed: it makes a whole Request of the light one.
    get signal() {
      return req.raw.signal;
    },
  };
}

/** The users of whose rows an answer is made, where the operation alone tells. */
function usersOf({ isCacheable }: Operation, caller: AnyCaller): string[] | undefined {
  return caller && isCacheable === 'own' ? [caller.userId] : undefined;
}

function expiryOf(caller: AnyCaller): number | undefined {
  return caller && 'jwtExpiresAt' in caller ? caller.jwtExpiresAt : undefined;
}

// HEAD is routed like GET, and a GET that consumes something must not be made by a look at its headers.
function refuseHead(context: Context, { effect, method }: types.Operation): void {
  if (context.req.raw.method === 'HEAD' && effect !== 'read')
    throw apiError(405, 'HEAD is not possible here.', { allow: method });
}
