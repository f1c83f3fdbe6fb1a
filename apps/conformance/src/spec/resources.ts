/** What a call does to a record that is followed from its creation to its removal. */
export type Act = 'create' | 'read' | 'list' | 'change' | 'remove';

/** What an operation does to the records of its family; resources.schema.json explains each. */
export type Does =
  | 'create'
  | 'upsert'
  | 'clone'
  | 'read'
  | 'consume'
  | 'list'
  | 'change'
  | 'remove'
  | 'reorder'
  | 'use'
  | 'act';

/** A kind of credential that an answer or a field may hold. */
export type CredentialKind = 'API key' | 'JWT';

/** Words of one line of the interface. */
export interface Quote {
  readonly section: string;
  readonly text: string;
}

/** Why a statement holds: words of the interface, or the reading of what it leaves to common sense. */
export interface Grounds {
  readonly basis: 'stated' | 'implied';
  readonly section?: string | undefined;
  readonly text?: string | undefined;
  readonly reading?: string | undefined;
}

export interface Access extends Grounds {
  /** `credentials`: anyone who has some; `anyone`: also those without. */
  readonly who: 'owner' | 'credentials' | 'anyone';
  /** Only while the record is public, or the one that it is as visible as. */
  readonly when?: 'public' | undefined;
  /** The family, further up, whose record decides. */
  readonly as?: string | undefined;
}

export type IdentifierType = 'string' | 'uuid' | 'integer';

export interface Identifier extends Quote {
  readonly parameter: string;
  /** The field of the record; null where the contract gives it none. */
  readonly field: string | null;
  /** The family whose records it names, if not this one's. */
  readonly of?: string | undefined;
  readonly types: readonly IdentifierType[];
}

export interface ResourceField extends Quote {
  readonly name: string;
  /** Whether a record shows what a caller wrote. */
  readonly compared: boolean;
  /** Whether only requests have it. */
  readonly writtenOnly: boolean;
  /** Why it may come back in another spelling than the one that was written. */
  readonly ownForm?: string | undefined;
  readonly secret?: CredentialKind | undefined;
}

export interface FamilyOperation {
  readonly does: Does;
  /** Of a change that it is partial, of a list how much it shows; without it a list shows all. */
  readonly extent?: 'partial' | 'page' | 'matches' | undefined;
  /** What tells the identifier of a record that was made. */
  readonly identifiedBy?: 'answer' | 'body' | 'nothing' | undefined;
  /** Where the record is there already, it may be returned as it is. */
  readonly existing?: 'returned' | undefined;
  /** The kind of credential that the answer holds. */
  readonly issues?: CredentialKind | undefined;
}

/** Records of one kind: an entry of resources.yaml. */
export interface ResourceFamily extends Quote {
  readonly name: string;
  /** The family whose record it belongs to, and the path parameter that names that record. */
  readonly parent?: { readonly family: string; readonly parameter: string } | undefined;
  /** A family whose record it names in a field: what becomes of it when that is removed is not shown. */
  readonly refersTo?: { readonly family: string } | undefined;
  readonly identifiers: readonly Identifier[];
  /** Whether an identifier is one user's alone, or used by everybody; undefined where there is none. */
  readonly scope?: 'user' | 'everybody' | undefined;
  /** Only where no answer tells whether a record is there. */
  readonly existence?: (Quote & { readonly notShown: string }) | undefined;
  /** By operationId. */
  readonly operations: Readonly<Record<string, FamilyOperation>>;
  readonly mayRead: readonly Access[];
  readonly mayChange: readonly Access[];
  /** What becomes of a removed record: gone for sure, gone from lists for sure, or not shown. Undefined where no operation removes one. */
  readonly removal?: 'definite' | 'unlisted' | 'notShown' | undefined;
  /** What a read answers where there is no record. */
  readonly absent?: { readonly shownAs: null } | undefined;
  /** What the records of one parent are ordered by, and the field in which a batch sets it. */
  readonly order?: (Quote & { readonly field: string; readonly batch: string }) | undefined;
  /** Why a list may show one identifier several times. */
  readonly repeats?: string | undefined;
  readonly fields: readonly ResourceField[];
  /** What every record has, and the operations whose answers show it. */
  readonly has: readonly (Grounds & {
    readonly what: string;
    readonly field?: string | undefined;
    /** Whether an answer may be this value alone, and no object. */
    readonly alone: boolean;
    readonly operations: readonly string[];
  })[];
  /** Operations that show the record otherwise than a read does. */
  readonly views: readonly (Quote & {
    readonly name: string;
    readonly operations: readonly string[];
    readonly omits: readonly string[];
    /** Whether it has an entry for each of several things, such as days, of which there may be none. */
    readonly isList: boolean;
  })[];
}

/** What resources.yaml says of one operation. */
export interface OperationResource extends FamilyOperation {
  readonly family: ResourceFamily;
  /** What it does to a record that can be followed by its identifier; undefined where none can. */
  readonly act: Act | undefined;
}

/** Whether its answers may hold credentials: what it issues, or what records of its family have. */
export function holdsSecrets({ issues, family }: OperationResource): boolean {
  return issues !== undefined || family.fields.some(({ secret }) => secret !== undefined);
}

/** The names of a record's identifier that paths and answers share. */
export function idsOf({ identifiers }: ResourceFamily): readonly string[] {
  return identifiers.filter(({ parameter, field }) => parameter === field).map(({ field }) => String(field));
}

/** The fields by whose values it shows whether a record is what was written. */
export function comparedFieldsOf({ fields }: ResourceFamily): readonly string[] {
  return fields.filter(({ compared }) => compared).map(({ name }) => name);
}

/** Whether a change leaves the fields that it doesn't name; of another one that is not shown. */
export function leavesTheRest(operation: FamilyOperation | undefined): boolean {
  return operation?.extent === 'partial';
}

/** Whether a creation may come to the record that was there, unchanged. */
export function mayAnswerExisting(operation: FamilyOperation | undefined): boolean {
  return operation?.existing === 'returned';
}

/** Whether a field may come back in another spelling than the one that was written. */
export function mayHaveOwnForm(family: ResourceFamily | undefined, field: string): boolean {
  return family?.fields.some(({ name, ownForm }) => name === field && ownForm !== undefined) === true;
}

/** Whether an operation makes a credential of a kind. */
export function makesCredential(operation: FamilyOperation | undefined, kind: CredentialKind): boolean {
  return operation?.does === 'create' && operation.issues === kind;
}

/**
 * Whether users make such records and find them again by an identifier of their own: it may have texts of theirs, beside
 * what the interface names.
 */
export function isWrittenByUsers({ identifiers, scope }: ResourceFamily): boolean {
  return (
    scope === 'user' &&
    identifiers.some(({ of, parameter, field }) => of === undefined && parameter === field)
  );
}

/** Whether all use the same identifiers, and each has a record of one's own under them, as of a tool that is installed. */
export function isEachUsersOwn({ scope, mayRead }: ResourceFamily): boolean {
  return scope === 'everybody' && mayRead.every(({ who }) => who === 'owner');
}

/** Whether nobody but its owner may change a record. */
export function isOwnersToChange({ mayChange }: ResourceFamily): boolean {
  return mayChange.some(({ who }) => who === 'owner');
}

/** The types that identifiers have, by the names of their fields, in whichever family. */
export function identifierTypes(
  families: readonly ResourceFamily[],
): ReadonlyMap<string | null, readonly IdentifierType[]> {
  const all = families.flatMap(({ identifiers }) => identifiers);
  const byField = Map.groupBy(all, ({ field }) => field);
  return new Map(
    [...byField].map(([field, some]) => [field, [...new Set(some.flatMap(({ types }) => types))]]),
  );
}

/** The fields that records show as they were written. */
export function readAsWritten(families: readonly ResourceFamily[]): readonly string[] {
  const fields = families.flatMap((family) => family.fields);
  return [...new Set(fields.filter((one) => one.compared && !one.writtenOnly).map(({ name }) => name))];
}
