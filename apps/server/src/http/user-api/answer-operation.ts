import { type Operation, operationTable } from '@agent-workers/types';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isGuid } from '../../domain/guid.ts';
import type { Caller } from '../../identity/caller.ts';
import type { UserOperation } from '../../operations/define-operation.ts';
import type { Outcome } from '../../operations/outcome.ts';
import type { Report } from '../../report.ts';
import type { Services } from '../../services.ts';
import { noteRun } from '../../telemetry/concern.ts';
import { apiError } from '../api-error.ts';
import type { RepeatableAnswers } from '../repeatable-answers.ts';
import { findCaller } from './find-caller.ts';
import { inputReader } from './read-input.ts';
import { failureOutcome, reportUndocumented, respond } from './respond.ts';

/** What operations are answered with. */
export interface AnswerOptions {
  services: Services;
  answers: RepeatableAnswers;
  report: Report;
}

/** Answers requests for an operation: authentication, then validation, then the operation itself. */
export function answerOperation(operation: UserOperation, { services, answers, report }: AnswerOptions) {
  const contract: Operation = operationTable[operation.id];
  const readInput = inputReader(operation);

  async function answer(context: Context): Promise<Answered> {
    const { headers } = context.req.raw;
    const caller = await findCaller({ identity: services.identity, db: services.store.db }, headers);
    if (!caller && contract.security === 'bearer') throw unauthorized();
    services.faults.strike(operation.id);
    const bytes = contract.body ? new Uint8Array(await context.req.arrayBuffer()) : new Uint8Array();
    const input = readInput({ path: context.req.param(), query: context.req.query(), bytes });
    const origin = services.publicUrl ?? new URL(context.req.url).origin;
    if (typeof input.path.run_id === 'string' && isGuid(input.path.run_id)) noteRun(input.path.run_id);
    const outcome = await operation.answer({ caller, ...input, bytes, headers, origin }, services);
    return { outcome, caller };
  }

  return async (context: Context): Promise<Response> => {
    refuseHead(context, contract);
    try {
      const { outcome, caller } = await answer(context);
      reportUndocumented(contract, outcome, report);
      if (operation.isRepeatable && outcome.tag === 'ok')
        return answers.note(context.req.raw, { body: outcome.body, expiresAt: caller?.jwtExpiresAt });
      return respond(outcome);
    } catch (error) {
      if (error instanceof HTTPException) throw error;
      report(`${operation.id} failed inside the server.`, { error });
      return respond(failureOutcome(contract));
    }
  };
}

interface Answered {
  outcome: Outcome;
  caller: Caller | undefined;
}

// HEAD is routed like GET, and a GET that consumes something must not be made by a look at its headers.
function refuseHead(context: Context, contract: Operation): void {
  if (context.req.raw.method === 'HEAD' && contract.effect !== 'read')
    throw apiError(405, 'HEAD is not possible here.', { allow: contract.method });
}

function unauthorized() {
  const detail = 'Send a valid JWT in the header "Authorization: Bearer <JWT>".';
  return apiError(401, detail, { 'www-authenticate': 'Bearer' });
}
