import { ApiError } from './api-error.ts';

/**
 * The class of the answers with one status: `error instanceof NotFoundError` narrows to `ApiError<404>`. Classes are
 * told apart by the status itself, so that a program bundles only those that it names.
 */
export interface StatusClass<Status extends number> {
  [Symbol.hasInstance](error: unknown): error is ApiError<Status>;
}

/** Invalid input, or something that the current state refuses; section 7 of the interface lists the cases. */
export const BadRequestError: StatusClass<400> = /*#__PURE__*/ statusClass(400);

/** Invalid or missing credential. The interface documents it for tool runs only. */
export const UnauthorizedError: StatusClass<401> = /*#__PURE__*/ statusClass(401);

/** Already subscribed to the agent. */
export const PaymentRequiredError: StatusClass<402> = /*#__PURE__*/ statusClass(402);

/** No permission on the resource. */
export const ForbiddenError: StatusClass<403> = /*#__PURE__*/ statusClass(403);

/** The resource was not found. */
export const NotFoundError: StatusClass<404> = /*#__PURE__*/ statusClass(404);

/** The resource exists already, can't be changed, or a background job runs. */
export const ConflictError: StatusClass<409> = /*#__PURE__*/ statusClass(409);

/** The input was refused; `body` is the validation error. */
export const UnprocessableContentError: StatusClass<422> = /*#__PURE__*/ statusClass(422);

/** An internal error, or a generation that failed. */
export const InternalServerError: StatusClass<500> = /*#__PURE__*/ statusClass(500);

/** CLI authentication is unavailable. */
export const ServiceUnavailableError: StatusClass<503> = /*#__PURE__*/ statusClass(503);

function statusClass<Status extends number>(status: Status): StatusClass<Status> {
  return {
    [Symbol.hasInstance]: (error): error is ApiError<Status> =>
      error instanceof ApiError && error.status === status,
  };
}
