import { type Operation, operationTable } from '@agent-workers/types';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { UserOperation } from '../../operations/define-operation.ts';
import type { Outcome } from '../../operations/outcome.ts';
import type { Report } from '../../report.ts';
import type { Services } from '../../services.ts';
import { apiError } from '../api-error.ts';
import { findCaller } from './find-caller.ts';
import { inputReader } from './read-input.ts';
import { failureOutcome, reportUndocumented, respond } from './respond.ts';

/** Answers requests for an operation: authentication, then validation, then the operation itself. */
export function answerOperation(operation: UserOperation, services: Services, report: Report) {
  const contract: Operation = operationTable[operation.id];
  const readInput = inputReader(operation);

  async function answer(context: Context): Promise<Outcome> {
    const { headers } = context.req.raw;
    const caller = await findCaller({ identity: services.identity, db: services.store.db }, headers);
    if (!caller && contract.security === 'bearer') throw unauthorized();
    services.faults.strike(operation.id);
    const bytes = contract.body ? new Uint8Array(await context.req.arrayBuffer()) : new Uint8Array();
    const input = readInput({ path: context.req.param(), query: context.req.query(), bytes });
    const origin = services.publicUrl ?? new URL(context.req.url).origin;
    return await operation.answer({ caller, ...input, bytes, headers, origin }, services);
  }

  return async (context: Context): Promise<Response> => {
    refuseHead(context, contract);
    try {
      const outcome = await answer(context);
      reportUndocumented(contract, outcome, report);
      return respond(outcome);
    } catch (error) {
      if (error instanceof HTTPException) throw error;
      report(`${operation.id} failed inside the server.`, { error });
      return respond(failureOutcome(contract));
    }
  };
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
