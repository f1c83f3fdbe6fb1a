import { ApiError } from './api-error.ts';

// `instanceof` asks for the status, so that it also knows an error of `fetchTransport`, whose bundle holds no class but
// ApiError, and takes a JobRunningError for a ConflictError.
function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Invalid input, or something that the current state refuses. */
export class BadRequestError extends ApiError<400> {
  override name = 'BadRequestError';

  static override [Symbol.hasInstance](error: unknown): error is BadRequestError {
    return hasStatus(error, 400);
  }
}

/** Invalid or missing credential. The interface documents it for tool runs only. */
export class UnauthorizedError extends ApiError<401> {
  override name = 'UnauthorizedError';

  static override [Symbol.hasInstance](error: unknown): error is UnauthorizedError {
    return hasStatus(error, 401);
  }
}

/** Already subscribed to the agent. */
export class PaymentRequiredError extends ApiError<402> {
  override name = 'PaymentRequiredError';

  static override [Symbol.hasInstance](error: unknown): error is PaymentRequiredError {
    return hasStatus(error, 402);
  }
}

/** No permission on the resource. */
export class ForbiddenError extends ApiError<403> {
  override name = 'ForbiddenError';

  static override [Symbol.hasInstance](error: unknown): error is ForbiddenError {
    return hasStatus(error, 403);
  }
}

/** The resource was not found. */
export class NotFoundError extends ApiError<404> {
  override name = 'NotFoundError';

  static override [Symbol.hasInstance](error: unknown): error is NotFoundError {
    return hasStatus(error, 404);
  }
}

/** The resource exists already, can't be changed, or a background job runs. */
export class ConflictError extends ApiError<409> {
  override name = 'ConflictError';

  static override [Symbol.hasInstance](error: unknown): error is ConflictError {
    return hasStatus(error, 409);
  }
}

/** The input was refused; `body` is the validation error. */
export class UnprocessableContentError extends ApiError<422> {
  override name = 'UnprocessableContentError';

  static override [Symbol.hasInstance](error: unknown): error is UnprocessableContentError {
    return hasStatus(error, 422);
  }
}

/** An internal error, or a generation that failed. */
export class InternalServerError extends ApiError<500> {
  override name = 'InternalServerError';

  static override [Symbol.hasInstance](error: unknown): error is InternalServerError {
    return hasStatus(error, 500);
  }
}

/** CLI authentication is unavailable. */
export class ServiceUnavailableError extends ApiError<503> {
  override name = 'ServiceUnavailableError';

  static override [Symbol.hasInstance](error: unknown): error is ServiceUnavailableError {
    return hasStatus(error, 503);
  }
}
