// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/** One integration tool, as the interface documents it. What it returns is not shown. */
export interface ToolDefinition {
  readonly name: string;
  readonly purpose: string;
  /** JSON Schema 2020-12 of the input, with the conditional rules as if/then. Unknown keys are allowed. */
  readonly inputSchema: ToolInputSchema;
  /** The same conditional rules as data. */
  readonly rules: readonly ConditionalRule[];
}

/** When `parameter` equals the value, all of `require` must be given. */
export interface ConditionalRule {
  readonly requireWhen: { readonly parameter: string; readonly equals: string };
  readonly require: readonly string[];
  /** The words of the interface. */
  readonly text: string;
}

export interface ToolInputSchema extends ObjectSchema {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
  readonly allOf?: readonly { readonly if: ObjectSchema; readonly then: ObjectSchema }[];
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
}

export interface PropertySchema {
  readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly examples?: readonly string[];
  readonly items?: ObjectSchema;
}

/** Inputs that a tool allows and forbids. */
export interface ToolExamples {
  readonly examples: readonly ToolExample[];
  readonly counterexamples: readonly ToolCounterexample[];
}

export interface ToolExample {
  readonly about: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolCounterexample extends ToolExample {
  /** Paths of all its issues, such as `url` or `items[0].checked`. */
  readonly problems: readonly string[];
}
