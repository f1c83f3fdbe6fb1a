// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/** One operation of the platform, as the contract documents it. */
export interface Operation {
  readonly id: string;
  /** `workers` is addressed at {agents_url}, `user` at {base_url}. */
  readonly api: 'workers' | 'user';
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Relative to the base address of the API, with `{name}` for each path parameter. */
  readonly path: string;
  /** Resource family; also the name of the module in client-fetch. */
  readonly tag: string;
  readonly summary: string;
  /** Section of the interface, which is `spec/interface.md` in the repository. */
  readonly section: string;
  /** What a call does to the deployment; `cost` spends credits or runs a worker. */
  readonly effect: 'read' | 'create' | 'change' | 'delete' | 'cost';
  /** `none` where the interface declares no auth. */
  readonly security: 'bearer' | 'none';
  readonly deprecated: boolean;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body: RequestBody | null;
  /** Kind of the streamed answer, or null where the answer comes in one piece. */
  readonly streaming: 'text' | 'ndjson' | null;
  /** Where the answer is one page of a list that a cursor continues: the name of an item's schema. */
  readonly paging?: { readonly item: string };
  readonly statuses: readonly DocumentedStatus[];
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly nullable: boolean;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly default?: string | number | boolean | null;
}

export interface RequestBody {
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  /** Name of the schema, or null where it has none. */
  readonly schema: string | null;
}

export interface DocumentedStatus {
  /** A status code, `2XX` where only the class is certain, or `default`. */
  readonly status: string;
  /** When it is answered, in the words of the interface. */
  readonly condition: string;
  readonly mediaTypes: readonly string[];
  /** What the interface leaves unsaid here. */
  readonly notShown?: string;
}
