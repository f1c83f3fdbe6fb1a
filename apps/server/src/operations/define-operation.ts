import type { Parameter } from '@agent-workers/types';
import type * as bodies from '@agent-workers/types/zod/user-api';
import type { z } from 'zod';
import type { OwnedQuota } from '../domain/quotas.ts';
import type { Caller } from '../domain/visibility.ts';
import type { Contract, OperationId } from './contract.ts';
import type { AnyRefusal, Outcome, OutcomeTag, outcomeStatuses, Refusal, RefusalTag } from './outcome.ts';
import type { Services } from './services.ts';

type ValueOf<P extends Parameter> =
  | (P['type'] extends 'integer' | 'number' ? number : P['type'] extends 'boolean' ? boolean : string)
  | (P['nullable'] extends true ? null : never)
  | (P extends { required: true } | { default: unknown } ? never : undefined);

/** The values of parameters by name; the contract's defaults are filled in. */
type ValuesOf<Parameters extends readonly Parameter[]> = {
  [P in Parameters[number] as P['name']]: ValueOf<P>;
};

type ContractBody<Id extends OperationId> = OutputNamed<`${Capitalize<Id>}Body`>;

type OutputNamed<Name extends string> = Name extends keyof typeof bodies
  ? z.output<(typeof bodies)[Name]>
  : undefined;

/** The user of an API key. */
export interface KeyOwner {
  userId: string;
}

/** Who calls: the Workers API is told by an API key, the User API by a JWT, without which few operations answer. */
type CallerOf<Id extends OperationId> = Contract[Id]['api'] extends 'workers'
  ? KeyOwner
  : Contract[Id]['security'] extends 'none'
    ? Caller | undefined
    : Caller;

/** Who asks for which resource: what is known before the request is checked, so the parameters are text still. */
export interface Address<Id extends OperationId> {
  caller: CallerOf<Id>;
  path: Record<Contract[Id]['pathParameters'][number]['name'], string>;
}

/** What is left of a request once it's authenticated and valid. */
export interface OperationRequest<Id extends OperationId, Body, Target> {
  caller: CallerOf<Id>;
  path: ValuesOf<Contract[Id]['pathParameters']>;
  query: ValuesOf<Contract[Id]['queryParameters']>;
  body: Body;
  /** What `locate` found. */
  target: Target;
  /** The body as it came, for signatures. */
  bytes: Uint8Array;
  headers: Headers;
  /** Where the client sent the request, for addresses in answers. */
  origin: string;
  /** The client's network address, where it's known. */
  address: string | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** Outcomes whose status the contract documents for the operation; any other doesn't compile. */
export type OutcomeOf<Id extends OperationId, Result> = Extract<Outcome<Result>, { tag: TagOf<Id> }>;

type TagOf<Id extends OperationId> = {
  [Tag in OutcomeTag]: `${(typeof outcomeStatuses)[Tag]}` extends StatusOf<Id> ? Tag : never;
}[OutcomeTag];

/** Where other statuses are said to be possible, all are. */
type StatusOf<Id extends OperationId> = 'default' extends Contract[Id]['statuses'][number]['status']
  ? `${number}`
  : Contract[Id]['statuses'][number]['status'];

interface Definition<Id extends OperationId, Body, Result, Target> {
  /** The shape of what a success answers with. Default: nothing. */
  result?: z.core.$ZodType<Result>;
  /** Our choice of the body's fields, checked after the contract's schema. Default: the contract's alone. */
  body?: z.core.$ZodType<Body>;
  /** Leaves the body unread but for `bytes`, where a signature has to be checked first. */
  bodyIsRaw?: true;
  /** Takes text with U+0000 and lone surrogates, which can't be stored as they are. */
  takesAnyText?: true;
  /**
   * The answer depends on the caller, the address and what is stored: no clock, no chance, no secret in it. Where
   * it's made of the caller's rows alone, `own`; an outcome may say otherwise.
   */
  isCacheable?: true | 'own';
  /** It writes rows of the caller only, and none that an answer shows which is made of others' rows alone. */
  changesOwn?: true;
  /** Quotas that a success adds to, and whose end is answered with 429: the document says so. */
  addsTo?: readonly OwnedQuota[];
  /** What a failure inside the server comes to, where the contract has another status for it than 500. */
  failure?: { [Tag in TagOf<Id> & RefusalTag]: Refusal<Tag> }[TagOf<Id> & RefusalTag];
  /** Finds what the request is about before its query and body are looked at. */
  locate?(address: Address<Id>, services: Services): Promise<Target | Refusal<'not-found'>>;
  answer(
    request: OperationRequest<Id, Body, Target>,
    services: Services,
  ): OutcomeOf<Id, NoInfer<Result>> | Promise<OutcomeOf<Id, NoInfer<Result>>>;
}

/** An operation as the HTTP layer sees it. */
export interface Operation {
  id: OperationId;
  result?: z.core.$ZodType;
  body?: z.core.$ZodType;
  bodyIsRaw?: true;
  takesAnyText?: true;
  isCacheable?: true | 'own';
  changesOwn?: true;
  addsTo?: readonly OwnedQuota[];
  failure?: Refusal<RefusalTag>;
  locate?(address: AnyAddress, services: Services): Promise<object | undefined | AnyRefusal>;
  answer(request: AnyRequest, services: Services): Outcome | Promise<Outcome>;
}

export interface AnyAddress {
  caller: Caller | KeyOwner | undefined;
  path: Record<string, string>;
}

export interface AnyRequest {
  caller: Caller | KeyOwner | undefined;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  target: object | undefined;
  bytes: Uint8Array;
  headers: Headers;
  origin: string;
  address: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Says how an operation of the contract is answered. Everything else about it, from its path to its statuses, is
 * read from the contract.
 */
export function defineOperation<
  Id extends OperationId,
  Body = ContractBody<Id>,
  Result = undefined,
  Target extends object | undefined = undefined,
>(id: Id, definition: Definition<Id, Body, Result, Target>): Operation {
  // The HTTP layer hands over what it has checked against the table that the types of a request are made of.
  return { id, ...definition };
}
