import { readBody } from '../transport/read-body.ts';
import type { Transport } from '../transport/transport.ts';
import type { ApiError, ApiErrorDetails } from './api-error.ts';
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  InternalServerError,
  NotFoundError,
  PaymentRequiredError,
  ServiceUnavailableError,
  UnauthorizedError,
  UnprocessableContentError,
} from './status-errors.ts';

type StatusErrorClass = new (problem: string, details: ApiErrorDetails<never>) => ApiError;

const classes: Readonly<Record<number, StatusErrorClass>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableContentError,
  500: InternalServerError,
  503: ServiceUnavailableError,
};

/** A transport whose calls throw, on each documented status outside 2XX, the error that is named for it. */
export function withStatusErrors(transport: Transport): Transport {
  return async (request) => {
    const response = await transport(request);
    const StatusError = classes[response.status];
    if (!StatusError) return response;
    const { operation, source } = request;
    const { status, headers } = response;
    const { body } = await readBody(request, response);
    throw new StatusError(`was answered with status ${status}`, {
      operation,
      source,
      status,
      headers,
      body,
    } as ApiErrorDetails<never>);
  };
}
