import type { JsonSchema } from './json-schema.ts';
import type { Values } from './read-body.ts';
import type { Store, User } from './store.ts';
import type { Style } from './style.ts';
import type { StoredList, StoredRecord } from './wire.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What came in, once it was found to be valid. */
export interface Call {
  readonly style: Style;
  readonly store: Store;
  /** Who asks; no user where no credential was needed nor sent. */
  readonly user: User;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Values;
  /** The body as it came, for the operations whose input has no schema. */
  readonly raw: string;
  readonly headers: Headers;
}

/** What an operation gives, by the interface's fields: `deployment` puts it into the style's words. */
export type Success =
  | { readonly status: 200 | 201; readonly value: StoredRecord | StoredList | readonly StoredRecord[] | null }
  | { readonly status: 200; readonly unspecified: StoredRecord }
  | { readonly status: 200; readonly plain: unknown };

export type Answer =
  | Success
  | { readonly status: 204 }
  | { readonly status: number; readonly refusal: string };

export interface QueryParameter {
  readonly name: string;
  readonly json: JsonSchema;
  readonly required?: boolean;
}

export interface Route {
  readonly method: Method;
  /** As the interface spells it. */
  readonly path: string;
  /** No auth declared. */
  readonly open?: boolean;
  /** Path parameters that are no plain strings. */
  readonly ids?: Readonly<Record<string, 'uuid' | 'integer'>>;
  readonly query?: readonly QueryParameter[] | ((style: Style) => readonly QueryParameter[]);
  readonly input?: string;
  /** A body that may be left out, or be null. */
  readonly optionalInput?: boolean;
  /** The schema of the answer. */
  readonly answer?: string;
  /** What this deployment chose to show where the body is unspecified. */
  readonly unspecified?: string;
  readonly many?: boolean;
  readonly success?: 200 | 201 | 204;
  /** The other statuses that the interface lists, without 422. */
  readonly statuses: readonly number[];
  readonly handle: (call: Call) => Answer;
}

export function ok(value: StoredRecord | StoredList | readonly StoredRecord[] | null): Answer {
  return { status: 200, value };
}

export function refuse(status: number, refusal: string): Answer {
  return { status, refusal };
}

export const notFound = (what: string): Answer => refuse(404, `No such ${what}`);

/** What belongs to somebody else. */
export function foreign({ style }: Call, what: string): Answer {
  return style.choices.foreign === 403 ? refuse(403, `Not your ${what}`) : notFound(what);
}
