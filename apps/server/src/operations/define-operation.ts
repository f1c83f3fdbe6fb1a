import type { operationTable, Parameter } from '@agent-workers/types';
import type * as contract from '@agent-workers/types/zod/user-api';
import type { z } from 'zod';
import type { Caller } from '../identity/caller.ts';
import type { Services } from '../services.ts';
import type { Outcome, outcomeStatuses } from './outcome.ts';
import type { UserOperationId } from './user-operation-id.ts';

type Table = typeof operationTable;

type ValueOf<P extends Parameter> =
  | (P['type'] extends 'integer' | 'number' ? number : P['type'] extends 'boolean' ? boolean : string)
  | (P['nullable'] extends true ? null : never)
  | (P extends { required: true } | { default: unknown } ? never : undefined);

/** The values of parameters by name; the contract's defaults are filled in. */
type ValuesOf<Parameters extends readonly Parameter[]> = {
  [P in Parameters[number] as P['name']]: ValueOf<P>;
};

type ContractBody<Id extends UserOperationId> = OutputNamed<`${Capitalize<Id>}Body`>;

type OutputNamed<Name extends string> = Name extends keyof typeof contract
  ? z.output<(typeof contract)[Name]>
  : undefined;

/** What is left of a request once it's authenticated and valid. */
export interface OperationRequest<Id extends UserOperationId, Body> {
  /** Undefined only where the contract declares no auth, and then only if no valid JWT was sent. */
  caller: Table[Id]['security'] extends 'none' ? Caller | undefined : Caller;
  path: ValuesOf<Table[Id]['pathParameters']>;
  query: ValuesOf<Table[Id]['queryParameters']>;
  body: Body;
  /** The body as it came, for signatures. */
  bytes: Uint8Array;
  headers: Headers;
  /** Where the client sent the request, for addresses in answers. */
  origin: string;
}

/** Outcomes whose status the contract documents for the operation; any other doesn't compile. */
export type OutcomeOf<Id extends UserOperationId> = Extract<Outcome, { tag: TagOf<Id> }>;

type TagOf<Id extends UserOperationId> = {
  [Tag in keyof typeof outcomeStatuses]: `${(typeof outcomeStatuses)[Tag]}` extends StatusOf<Id>
    ? Tag
    : never;
}[keyof typeof outcomeStatuses];

type StatusOf<Id extends UserOperationId> = Table[Id]['statuses'][number]['status'];

interface Definition<Id extends UserOperationId, Body> {
  /** Our choice of the body's fields, checked after the contract's schema. Default: the contract's alone. */
  body?: z.core.$ZodType<Body>;
  /** Leaves the body unread but for `bytes`, where a signature has to be checked first. */
  bodyIsRaw?: true;
  /** The answer depends on the caller, the address and what is stored: no clock, no chance, no secret in it. */
  isRepeatable?: true;
  answer(request: OperationRequest<Id, Body>, services: Services): OutcomeOf<Id> | Promise<OutcomeOf<Id>>;
}

/** An operation as the HTTP layer sees it. */
export interface UserOperation {
  id: UserOperationId;
  body?: z.core.$ZodType;
  bodyIsRaw?: true;
  isRepeatable?: true;
  answer(request: AnyRequest, services: Services): Outcome | Promise<Outcome>;
}

export interface AnyRequest {
  caller: Caller | undefined;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  bytes: Uint8Array;
  headers: Headers;
  origin: string;
}

/**
 * Says how an operation of the contract is answered. Everything else about it, from its path to its statuses, is
 * read from the contract.
 */
export function defineOperation<Id extends UserOperationId, Body = ContractBody<Id>>(
  id: Id,
  definition: Definition<Id, Body>,
): UserOperation {
  // The HTTP layer checks requests against the table that this type is made of.
  return { id, ...definition } as UserOperation;
}
