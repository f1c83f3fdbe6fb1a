/** A document that can not be read, or is not one. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  /** Whether its address gave no answer, or one of a server in trouble. */
  readonly isUnreachable: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isUnreachable?: boolean } = {}) {
    super(message, options);
    this.isUnreachable = options.isUnreachable ?? false;
  }
}

/** An address that answers, and not with what is asked for. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
