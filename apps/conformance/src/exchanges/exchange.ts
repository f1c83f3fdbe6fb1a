import { type Case, caseKey } from '../cases/case.ts';
import type { IntentKind } from '../cases/intent-kind.ts';
import type { Mutation } from '../cases/mutations/mutation.ts';
import { mutationKey } from '../cases/mutations/mutation-key.ts';
import type { Identity, MessageKind, Transport } from '../cases/scenario.ts';
import type { Act } from '../spec/resources.ts';

/** A body as it came: its text, and when each chunk of it arrived. Times are ms since the run began. */
export interface RecordedBody {
  readonly text: string;
  readonly chunks: readonly { readonly at: number; readonly bytes: number }[];
  /** `cut` when the connection ended before the body did. */
  readonly ended: 'complete' | 'cut';
}

export interface RecordedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly headersAt: number;
  readonly endedAt: number;
  readonly body: RecordedBody;
}

export type TroubleKind = 'refused' | 'timeout' | 'broken';

/** Trouble that is no answer, or an answer in the middle of which this program hung up: the target can't be judged by it, and what it did is unknown. */
export interface TransportError {
  /** `hung-up` where this program hung up on purpose, in the middle of the answer. */
  readonly kind: TroubleKind | 'hung-up';
  readonly message: string;
  readonly at: number;
  /** As Node names it, such as ECONNREFUSED, where it does. */
  readonly code?: string | undefined;
}

/** The message of a POST or PUT: what it was meant to bring about, and its words. */
export interface SentMessage {
  readonly kind: MessageKind;
  readonly text: string;
}

/** Which record of the User API a call is about, as far as the deployment's names are known. */
export interface ResourceCall {
  readonly family: string;
  readonly act: Act;
  /** The identifier of the record that it belongs to, where its path names one. */
  readonly parent?: string | undefined;
  readonly id?: string | undefined;
  /** Whether the identifier is one for sure: told by the deployment, or seen to open the record. */
  readonly certain: boolean;
  /** The identifiers that a list shows, in order; undefined where the deployment's names for them aren't known. */
  readonly listed?: readonly string[] | undefined;
  /** What was sent for the record, and what its answer shows of it, by the contract's names. */
  readonly wrote?: Readonly<Record<string, unknown>> | undefined;
  readonly shows?: Readonly<Record<string, unknown>> | undefined;
  /** The names in the request of texts of ours, and of values that the contract knows, that the own document has. */
  readonly told?: readonly string[] | undefined;
  /** The names in the request of further fields: what they take is their caller's to choose. */
  readonly further?: readonly string[] | undefined;
  /** The fields of which it is unknown what this made of them, if it was taken. */
  readonly unsure?: Unsure | undefined;
}

/** A field that the catalogue says every record has, by its name in the contract, and what the answer holds there. */
export interface DocumentedField {
  readonly field: string;
  readonly holds: 'value' | 'empty-list' | 'nothing';
}

/** Fields by the contract's names, or all of them. */
export type Unsure = readonly string[] | 'all';

/** What a request was meant to try out; where it is not known that anything was, there is none. */
export interface Intent {
  readonly kind: IntentKind;
  readonly parameter?: string | undefined;
  /** What is wrong or odd about it. */
  readonly mutation?: Mutation | undefined;
  /** What it is compared with: the same call without the parameter, or with its default. */
  readonly compares?: 'default' | undefined;
  /** The rule whose refusal it brings about. */
  readonly rule?: string | undefined;
  /** The state that the deployment says it was put into for it. */
  readonly state?: string | undefined;
  /** False where a name in it, or in what it refers to, is only the contract's own guess. */
  readonly certain: boolean;
  /** Whether the body has values that only fill what the deployment requires, or may lack some: it may well be refused. */
  readonly filled?: boolean | undefined;
  /** The contract's fields that the body must not have. */
  readonly leavesOut?: readonly string[] | undefined;
  /** Of a refusal that is due: whether that rests on what became of records, and not on the request alone. */
  readonly restsOnRecords?: boolean | undefined;
}

/**
 * What an exchange was sent for. `judged` ones make the verdicts; the others find out whether the target can be judged
 * (`preflight`, `control`), make a finding smaller (`shrink`) or remove what was made (`cleanup`). `recorded` is
 * traffic that others made.
 */
export type Phase = 'preflight' | 'judged' | 'control' | 'shrink' | 'cleanup' | 'recorded';

/** Who sent what others sent. */
export interface ExchangeCaller {
  /** Where it was captured; only what one source captured has times that compare. */
  readonly source: string;
  /** How often before something of the caller was left out: what is known from before then no longer holds. */
  readonly gaps?: number | undefined;
  /** A pseudonym, or the name that the config has for the user. */
  readonly name: string;
  /** Whether the config names the user: of others it is not known whether two are one. */
  readonly isNamed: boolean;
}

export interface Origin {
  readonly phase: Phase;
  readonly case: Case;
  /** Number of the step in the case, from 1. */
  readonly step: number;
  /** Number of the try within the step, from 1; polling steps have many. */
  readonly attempt: number;
}

/** Whether two exchanges belong to the same case. */
export function isSameCase(one: Pick<Exchange, 'origin'>, other: Pick<Exchange, 'origin'>): boolean {
  return caseKey(one.origin.case) === caseKey(other.origin.case);
}

/** The exchanges of each case. */
export function inCases<One extends Pick<Exchange, 'origin'>>(
  exchanges: readonly One[],
): readonly (readonly One[])[] {
  return [...Map.groupBy(exchanges, ({ origin }) => caseKey(origin.case)).values()];
}

/** One request and what came of it: plain data, without any secret, enough to judge by. */
export interface Exchange {
  readonly id: number;
  readonly api: 'workers' | 'user';
  /** Of the recordings of several shards that were joined: from which one it is, from 1. */
  readonly part?: number | undefined;
  readonly origin: Origin;
  /** Of a scenario of the Workers API: number of the step that started the run this exchange is about. */
  readonly startedBy?: number | undefined;
  readonly operation: string;
  readonly transport?: Transport | undefined;
  readonly identity: Identity;
  /** Of traffic that others made: left out where nobody is told. */
  readonly caller?: ExchangeCaller | undefined;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly body?: string | undefined;
    /** Of the body, where it is not JSON. */
    readonly contentType?: string | undefined;
    /** Names of the headers that were sent besides, such as that of a signature; their values are never recorded. */
    readonly furtherHeaders?: readonly string[] | undefined;
  };
  readonly sent?: SentMessage | undefined;
  /** What a probe tried out; scenarios have none. */
  readonly intent?: Intent | undefined;
  /** The record that a call of a sequence is about. */
  readonly resource?: ResourceCall | undefined;
  /** What the answer has of the fields that it should have, where it is told how they are called. */
  readonly has?: readonly DocumentedField[] | undefined;
  /** Where each record of the answer holds fields of the contract, as far as that is told. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly sentAt: number;
  readonly response?: RecordedResponse | undefined;
  readonly transportError?: TransportError | undefined;
  /**
   * Whether values were replaced before anybody judged it: leaves of bodies, or also headers, names or the address
   * (`anywhere`).
   */
  readonly redacted?: 'body' | 'anywhere' | undefined;
}

/** The first value of a header, or undefined. Names compare without case. */
export function header(exchange: Exchange, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return exchange.response?.headers.find(([key]) => key === wanted)?.[1];
}

/** When it was answered by the deployment's own clock, in ms since 1970; NaN where no header tells it. */
export function dateOf(exchange: Exchange): number {
  return Date.parse(header(exchange, 'date') ?? '');
}

/** Statuses that another try may not have: of the target in trouble, or of the way to it. What was asked for may be done. */
export function isTransient(status: number): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 425;
}

/** Whether no answer came, or one that tells of the target or of the way to it, and not of what was asked. */
export function isInTrouble({ response }: Pick<Exchange, 'response'>): boolean {
  return response === undefined || isTransient(response.status);
}

/** Whether this program hung up on purpose, in the middle of the answer. */
export function isHungUp({ transportError }: Pick<Exchange, 'transportError'>): boolean {
  return transportError?.kind === 'hung-up';
}

/** Whether what was asked for is said not to be there, or no more. */
export function isNotFound({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Whether the target says itself that it failed. */
export function isInternalError({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 500;
}

/** The last exchange of each step: what met trouble, or was behind, is asked for again. */
export function lastOfEachStep<One extends Pick<Exchange, 'origin'>>(
  exchanges: readonly One[],
): readonly One[] {
  return [...new Map(exchanges.map((one) => [one.origin.step, one])).values()];
}

/** Whether an answer says for sure that nothing was done. */
export function isRefused({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status >= 400 && !isTransient(response.status);
}

/** Whether a call is about making, changing or removing its record. */
export function isWrite({ resource }: { readonly resource: ResourceCall }): boolean {
  return resource.act === 'create' || resource.act === 'change' || resource.act === 'remove';
}

/** The key of what is wrong or odd about a request; undefined where nothing is. */
export function mutationKeyOf({ intent }: Pick<Exchange, 'intent'>): string | undefined {
  return intent?.mutation && mutationKey(intent.mutation);
}

/** Whether the own user sent it as it is meant to be, and it succeeded. */
export function isOwnSuccess(exchange: Exchange): boolean {
  return exchange.identity === 'own' && exchange.intent?.kind === 'valid' && succeeded(exchange);
}

/** What a record stands among: its family, and the record that it belongs to. */
export function placeOf({ family, parent }: Pick<ResourceCall, 'family' | 'parent'>): string {
  return `${family}\n${parent ?? ''}`;
}

/** Whether it only asked, and changes nothing by what HTTP says of its method. */
export function isGet({ request }: Pick<Exchange, 'request'>): boolean {
  return request.method === 'GET';
}

export function succeeded({ response }: Pick<Exchange, 'response'>): boolean {
  const status = response?.status;
  return status !== undefined && status >= 200 && status < 300;
}
