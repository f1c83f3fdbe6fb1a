import { originalOf } from '../transport/original-of.ts';
import type { OperationFunction, StatusOf } from '../transport/transport.ts';
import { ApiError } from './api-error.ts';

/**
 * Whether something that was caught is the answer of this operation with this documented status. Without a status,
 * any answer of the operation outside 2XX.
 */
export function isError<Source extends OperationFunction, Status extends StatusOf<Source>>(
  error: unknown,
  source: Source,
  status: Status,
): error is ApiError<Status>;
export function isError(error: unknown, source: OperationFunction): error is ApiError;
export function isError(error: unknown, source: OperationFunction, status?: number): boolean {
  if (!(error instanceof ApiError) || error.source !== originalOf(source)) return false;
  return status === undefined || error.status === status;
}
