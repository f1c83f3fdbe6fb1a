/** A parameter as an OpenAPI document describes it; only what a request can show. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly types: readonly string[];
  readonly format: string | undefined;
  readonly bounds: Readonly<Record<string, unknown>>;
  readonly default: unknown;
}

/** A JSON schema with every reference resolved. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON body that an operation takes or answers with. */
export interface DescribedBody {
  /** The last part of the schema's reference, as `AgentRequest`; of an array its items', of alternatives the first. */
  readonly name: string | undefined;
  /** The same of the entries of a list in an envelope, as `Schedule`. */
  readonly entry?: string | undefined;
  readonly schema: JsonSchema;
}

export interface DescribedOperation {
  readonly id: string | undefined;
  readonly method: string;
  /** With whatever comes before the contract's path still there. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  /** As written: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  readonly secured: boolean;
  readonly takesBody: boolean;
  /** Whether a request without a body is invalid. */
  readonly needsBody: boolean;
  /** The JSON body of a request. */
  readonly request: DescribedBody | undefined;
  /** The JSON body of a success. */
  readonly success: DescribedBody | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The form in which a success is streamed; undefined where it is not. */
  readonly stream: 'text' | 'ndjson' | undefined;
  /** The form of the body of a success; `unspecified` where its schema says nothing. */
  readonly answer: 'array' | 'record' | 'string' | 'unspecified';
  /** The contract's own class of what the operation does to the deployment. */
  readonly effect: string | undefined;
}
