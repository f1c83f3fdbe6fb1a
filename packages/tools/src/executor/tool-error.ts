import type { Problem } from '../validate-input.ts';
import type { ApprovalRequest } from './approvals.ts';

/** Why a call came to nothing. Its message is fit for a model; it holds no secret and no stack. */
export abstract class ToolError extends Error {
  abstract readonly kind:
    | 'bad-input'
    | 'not-connected'
    | 'rate-limited'
    | 'upstream-error'
    | 'approval-required';
}

/** The input is wrong: by the manifest, or by what the service answered. Repair it and call again. */
export class BadInput extends ToolError {
  override readonly name = 'BadInput';
  readonly kind = 'bad-input';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options?: { cause?: unknown }) {
    super(problems.map(({ message }) => message).join('; '), options);
    this.problems = problems;
  }
}

/** There is no valid connection to the service: a person has to make one. */
export class NotConnected extends ToolError {
  override readonly name = 'NotConnected';
  readonly kind = 'not-connected';
  /** Of the answer that said so, where one came. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: { cause?: unknown; status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

export class RateLimited extends ToolError {
  override readonly name = 'RateLimited';
  readonly kind = 'rate-limited';
  /** When to try again; undefined where the service didn't say. */
  readonly retryAt: Date | undefined;

  constructor(retryAt: Date | undefined, options?: { cause?: unknown }) {
    super(
      `Too many requests. ${retryAt ? `Try again at ${retryAt.toISOString()}` : 'Try again later'}.`,
      options,
    );
    this.retryAt = retryAt;
  }
}

/** The service failed, or its answer can't be read. Whether it did something is unknown. */
export class UpstreamError extends ToolError {
  override readonly name = 'UpstreamError';
  readonly kind = 'upstream-error';
  /** Undefined where no answer came. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: { cause?: unknown; status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** Nothing was sent: a person has to agree first. The same call may then be made again. */
export class ApprovalRequired extends ToolError {
  override readonly name = 'ApprovalRequired';
  readonly kind = 'approval-required';
  readonly request: ApprovalRequest;

  constructor(request: ApprovalRequest) {
    super(`This waits for a person's approval: ${request.preview}`);
    this.request = request;
  }
}
