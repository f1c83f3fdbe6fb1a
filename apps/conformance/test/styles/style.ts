import type { Choices } from './choices.ts';
import type { Field } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';
import type { WorkersStyle } from './workers/workers-style.ts';

/** A field that a deployment demands in a body whose fields the interface does not show. */
export interface Demand {
  readonly name: string;
  readonly json: JsonSchema;
  readonly required: boolean;
}

export type Visibility = 'private' | 'public';

/** Private or public on the wire: two words, or a boolean that is true for one of them. */
export type VisibilityForm =
  | { readonly form: 'words'; readonly private: string; readonly public: string }
  | { readonly form: 'flag'; readonly trueMeans: Visibility };

/** The chat prompt of an agent on the wire: a text, a record that holds it, or a list of parts with one part. */
export type PromptForm =
  | { readonly form: 'text' }
  | {
      readonly form: 'record' | 'parts';
      readonly text: string;
      readonly language?: 'required' | 'optional' | undefined;
    };

export interface WireStyle {
  readonly words: 'snake' | 'camel' | 'pascal' | 'kebab';
  /** Names of single fields, where they are not the interface's words; a key may be `Schema.field` too. */
  readonly names: Readonly<Partial<Record<Field | `${string}.${Field}`, string>>>;
  /** How a record's own identifier is called, where not by the interface's words. */
  readonly ownId?: string | undefined;
  readonly visibility: VisibilityForm;
  readonly prompt: PromptForm;
  /** The property that every single record lies in; `kind`, or its last word, is another one for each kind of record. */
  readonly envelope?: string | undefined;
  /** The property that the fields of a request lie in. */
  readonly requestEnvelope?: string | undefined;
  readonly demands: Readonly<Record<string, readonly Demand[]>>;
  /** Whether unknown properties of a body are refused. */
  readonly strict: boolean;
  /** How much of a record is shown of what the interface names in words. */
  readonly shows: 'all' | 'own identifier' | 'nothing';
  /** What records carry beyond the fields that the interface names; volatile ones differ with every answer. */
  readonly extras: 'none' | 'timestamps' | 'volatile';
  /** Whether each answer that is a record of records has the number of its request. */
  readonly marks: boolean;
  /** Whether a list without pages, whose schema has a name of its own, is an array all the same. */
  readonly bareLists: boolean;
  /** How a field stands in an answer that has no value. */
  readonly absent: 'null' | 'left out';
  /** How the times are written that the interface doesn't speak of. */
  readonly timestamps: 'ISO 8601' | 'seconds' | 'milliseconds' | 'microseconds';
  /** How credits and earnings are written. */
  readonly amounts: 'numbers' | 'texts';
  /** Whether a record that belongs to an agent holds a part of that agent's record. */
  readonly embeds: boolean;
  /** How flags that the interface speaks of are written. */
  readonly flags: 'booleans' | 'numbers';
  /** How a batch of positions is written: pairs of file and position, or identifiers in their order. */
  readonly positions: 'pairs' | 'ids';
  /** What stands where the interface says `body unspecified`. */
  readonly unspecified: 'record' | 'wrapped' | 'words' | 'null';
  /** How the sandbox tier is spelled. */
  readonly sandboxTier: string;
  readonly dateTime: 'Z' | '+00:00';
  /** The cursor of the last page. */
  readonly lastCursor: 'null' | 'absent' | 'empty page';
  /** A flag beside the cursor that says whether there is more; undefined where there is none. */
  readonly pageFlag?: string | undefined;
}

export interface IdStyle {
  /** Identifiers that the interface types as string. */
  readonly strings: 'uuid' | 'prefixed' | 'slug' | 'digits';
  /** The first identifier of a kind that the interface types as integer. */
  readonly firstInteger: number;
  /** Whether the number of a record that is gone is given again, as by a database that counts on from the largest one. */
  readonly numbersComeAgain: boolean;
  readonly tools: 'name' | 'prefixed' | 'uuid';
}

export interface ErrorStyle {
  readonly body: 'detail' | 'problem' | 'envelope' | 'words' | 'empty' | 'page';
  /** The body of a 422; its schema is HTTPValidationError, whose fields are not shown. */
  readonly validation: 'fastapi' | 'problem' | 'words' | 'empty object';
}

export interface DocumentStyle {
  readonly refs: boolean;
  readonly descriptions: boolean;
  readonly operationIds: 'camel' | 'snake' | 'none';
  /** Names of path parameters: as the interface spells them, or in the style's words. */
  readonly pathNames: 'interface' | 'style';
}

/** One deployment, as plain data: how it fills the unspecified behavior of the interface. */
export interface Style {
  readonly name: string;
  /** What stands before /me in the addresses. */
  readonly basePath: string;
  readonly wire: WireStyle;
  readonly ids: IdStyle;
  readonly errors: ErrorStyle;
  readonly document: DocumentStyle;
  readonly choices: Choices;
  readonly workers: WorkersStyle;
}
