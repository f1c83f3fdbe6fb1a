export interface ServiceErrorDetails {
  status: number;
  code: string;
  message: string;
  /** The parameter that is wrong. */
  parameter?: string | undefined;
}

/** A refusal that the caller is told: `{ error: { code, type, message, param? }, error_code }`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;
  readonly parameter: string | undefined;

  constructor({ status, code, message, parameter }: ServiceErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }

  toResponse(): Response {
    const { status, code, message, parameter } = this;
    const type = status < 500 ? 'invalid_request' : 'server';
    const param = parameter === undefined ? {} : { param: parameter };
    return Response.json({ error: { code, type, message, ...param }, error_code: code }, { status });
  }
}

export function notFound(what: string): ServiceError {
  return new ServiceError({ status: 404, code: 'not_found', message: `There is no such ${what}.` });
}

export function invalid(parameter: string, message: string): ServiceError {
  return new ServiceError({ status: 400, code: 'invalid_param', message, parameter });
}

export function storageFull(): ServiceError {
  const message = 'You have stored as much as you may.';
  return new ServiceError({ status: 413, code: 'storage_full', message });
}
