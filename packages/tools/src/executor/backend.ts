import type { ToolName } from '../gen/definitions.ts';

/** A call that the manifest allows. */
export interface ValidCall {
  readonly tool: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** The one request that a call becomes, without anything secret. */
export interface PlannedRequest {
  readonly method: string;
  /** Absolute, or below the User API's base address. */
  readonly url: string;
  readonly body?: unknown;
}

export interface Exchange {
  readonly request: PlannedRequest;
  /** Sends the request, once. @throws {ToolError} */
  send(): Promise<unknown>;
}

/** Where calls go. */
export interface Backend {
  /** Approvals are bound to it, so that one for a trial doesn't open the real service. */
  readonly name: string;
  /** Sends nothing. */
  plan(call: ValidCall): Promise<Exchange>;
  /** Stores a file at a signed address; missing where the backend has no such address. */
  upload?(url: string, form: FormData): Promise<Response>;
}
