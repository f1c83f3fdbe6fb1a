import type { CheckedResponse, Transport, TransportRequest, ValueCheck } from '../transport/transport.ts';
import { type ContractViolation, type Report, violated } from './contract-violation.ts';
import type { Schema } from './schema.ts';

/** The schemas of one operation, of which each may be missing. */
export interface OperationSchemas {
  readonly parameters?: Schema<unknown>;
  readonly query?: Schema<unknown>;
  readonly body?: Schema<unknown>;
  readonly answer?: Schema<unknown>;
}

/** Schemas by operation id: all of `@agent-workers/types/zod/operations`, or those that you name. */
export interface ValidationOptions {
  schemas: Readonly<Partial<Record<string, OperationSchemas>>>;
  /** Told of each violation, and the call goes on; without it, a violation is a ContractViolationError. */
  report?: Report | undefined;
}

/** A transport that holds requests, and answers in one piece within 2XX, to their schemas. */
export function withValidation(transport: Transport, { schemas, report }: ValidationOptions): Transport {
  return async (request) => {
    const { operation } = request;
    const checks = schemas[operation];
    if (!checks) return transport(request);
    const check = async (part: keyof OperationSchemas, value: unknown): Promise<void> => {
      const result = await checks[part]?.['~standard'].validate(value);
      if (result?.issues) complain({ operation, part, issues: result.issues }, report);
    };
    await check('parameters', request.parameters ?? {});
    await check('query', request.query ?? {});
    if (request.body !== undefined) await check('body', request.body);
    const response = await transport(request);
    return checks.answer ? withAnswerChecked(response, request, { schema: checks.answer, report }) : response;
  };
}

/**
 * An answer in one piece with what its schema makes of it, and a stream with what its lines are held to. What isn't JSON
 * goes on as it is: the call itself says so.
 */
export async function withAnswerChecked(
  response: CheckedResponse,
  request: TransportRequest,
  { schema, report }: ValueCheck,
): Promise<CheckedResponse> {
  if (!response.ok || request.answer === 'text') return response;
  if (request.answer === 'ndjson') return Object.assign(response, { lines: { schema, report } });
  const text = await response.clone().text();
  let value: unknown = text || undefined;
  try {
    value = JSON.parse(text);
  } catch {
    // Where JSON is documented, the call itself reports that this is not JSON.
    if (request.answer !== 'any') return response;
  }
  const result = await schema['~standard'].validate(value);
  if (!result.issues) return Object.assign(response, { data: result.value, raw: value });
  complain({ operation: request.operation, part: 'answer', issues: result.issues }, report);
  return response;
}

function complain(violation: ContractViolation, report: Report | undefined): void {
  const error = violated(violation, report);
  if (error) throw error;
}
