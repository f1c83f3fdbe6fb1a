import { CallError } from '../errors/call-error.ts';
import type { Schema, SchemaIssue } from '../runs/event-schema.ts';
import type { Transport, TransportRequest } from '../transport/transport.ts';

/** The schemas of one operation, of which each may be missing. */
export interface OperationSchemas {
  readonly parameters?: Schema<unknown>;
  readonly query?: Schema<unknown>;
  readonly body?: Schema<unknown>;
  readonly answer?: Schema<unknown>;
}

/** A value that isn't what the contract says. It never holds the value itself. */
export interface Drift {
  operation: string;
  part: keyof OperationSchemas;
  issues: readonly SchemaIssue[];
}

/** Schemas by operation id: all of `@agent-workers/types/zod/operations`, or those that you name. */
export interface ValidationOptions {
  schemas: Readonly<Partial<Record<string, OperationSchemas>>>;
  /** Called with each drift, and the call goes on; without it, a drift is a DriftError. */
  report?: (drift: Drift) => void;
}

/** A request or answer isn't what the contract says. */
export class DriftError extends CallError<Drift> {
  override name = 'DriftError';
  declare readonly part: Drift['part'];
  declare readonly issues: readonly SchemaIssue[];
}

/** A transport that holds requests, and answers in one piece within 2XX, to their schemas. */
export function withValidation(transport: Transport, { schemas, report }: ValidationOptions): Transport {
  return async (request) => {
    const { operation } = request;
    const checks = schemas[operation];
    if (!checks) return transport(request);
    const check = async (part: Drift['part'], value: unknown): Promise<void> => {
      const result = await checks[part]?.['~standard'].validate(value);
      if (result?.issues) complain({ operation, part, issues: result.issues }, report);
    };
    await check('parameters', request.parameters ?? {});
    await check('query', request.query ?? {});
    if (request.body !== undefined) await check('body', request.body);
    const response = await transport(request);
    return checks.answer && response.ok && !isStream(request) ? checkedAnswer(response, check) : response;
  };
}

function complain(drift: Drift, report: ValidationOptions['report']): void {
  if (!report) throw new DriftError(`has drifted from the contract in its ${drift.part}`, drift);
  try {
    report(drift);
  } catch {
    // A report never breaks the call that it is about.
  }
}

function isStream({ answer }: TransportRequest): boolean {
  return answer === 'text' || answer === 'ndjson';
}

/** What isn't JSON goes on as it is: the call itself says so. */
async function checkedAnswer(
  response: Response,
  check: (part: 'answer', value: unknown) => Promise<void>,
): Promise<Response> {
  const text = await response.clone().text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return response;
  }
  await check('answer', value);
  return response;
}
