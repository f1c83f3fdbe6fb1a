import { addressOf, type KnownDeployment, optionsOf } from '../transport/address-of.ts';
import { readBody } from '../transport/read-body.ts';
import type { Transport } from '../transport/transport.ts';
import { ApiError, type ApiErrorDetails } from './api-error.ts';
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

/**
 * A transport whose calls throw, on each documented status outside 2XX, the error that is named for it. Where the
 * deployment is known, the message says where the request went.
 */
export function withStatusErrors(transport: Transport, deployment?: KnownDeployment): Transport {
  return async (request) => {
    const response = await transport(request);
    if (response.ok) return response;
    const { operation, source } = request;
    const { status, headers } = response;
    const StatusError: StatusErrorClass = classes[status] ?? ApiError;
    const address = deployment && addressOf(request, deployment);
    const { body } = await readBody(request, response);
    const details = { operation, source, status, headers, body, address } as ApiErrorDetails<never>;
    const error = new StatusError(problemOf(response, optionsOf(request, deployment), address), details);
    // A function says nothing on a console.
    throw Object.defineProperty(error, 'source', { enumerable: false });
  };
}

function problemOf(
  { status, headers }: Response,
  options: ReturnType<typeof optionsOf>,
  address?: string,
): string {
  const at = address ? ` at ${address}` : '';
  const location = headers.get('location');
  // A browser hides everything of a redirect, its status too.
  if (status === 0 || (location && status < 400))
    return `was redirected${at}${target(location, address)}, which isn't followed; correct ${options.address}`;
  return `was answered with status ${status}${at}${status === 401 ? `; check ${options.credential}` : ''}`;
}

/** Without its query, which may hold anything. */
function target(location: string | null, address?: string): string {
  try {
    const { origin, pathname } = new URL(`${location}`, address);
    return location ? ` to ${origin}${pathname}` : '';
  } catch {
    return '';
  }
}
