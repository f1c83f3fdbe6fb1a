import type { JsonRecord } from '../../json/json-record.ts';
import type { DescribedOperation, JsonSchema } from '../../spec/description.ts';
import type { ResourceFamily } from '../../spec/resources.ts';
import type { Operation } from '../../spec/spec.ts';
import type { Bindings } from '../config.ts';
import type { FurtherField } from './further-fields.ts';
import type { Knowledge } from './knowledge.ts';

export interface WireBody {
  readonly body: JsonRecord;
  /** Whether the deployment itself, or its owner, told every name in it. */
  readonly certain: boolean;
  /** Whether it has values that only fill what is required, or it is not known what is. */
  readonly filled: boolean;
  /** The values that were put in, by the contract's names and in its words. */
  readonly meaning: JsonRecord;
  /** Those of them whose names and words are known for sure. */
  readonly sure: readonly string[];
}

export interface Meaning {
  readonly value: unknown;
  readonly certain: boolean;
}

export interface Items {
  readonly items: readonly unknown[];
  readonly certain: boolean;
}

/** A text of a record that the contract doesn't name. */
export interface Attribute {
  readonly name: string;
  /** How many characters it may have, as far as is known. */
  readonly room: number;
  /** Whether the deployment's own document or its owner names it, for request and answer; else an answer showed it. */
  readonly isTold: boolean;
}

/** How a deployment calls what the interface names in words or doesn't show. */
export interface FieldMapping {
  /** The body of a request, with the deployment's own names for the fields of the contract. */
  readonly write: (operation: Operation, fields: JsonRecord, without: readonly string[]) => WireBody;
  /** Texts of a record that the contract doesn't name, and that its bodies may have. */
  readonly attributes: (operation: Operation) => readonly Attribute[];
  /** Fields beside texts that the contract doesn't name, and that its bodies may have. */
  readonly furtherFields: (operation: Operation) => readonly FurtherField[];
  /** What the deployment's own document names in a body; undefined where it names nothing. */
  readonly describedNames: (operation: Operation) => readonly string[] | undefined;
  /** From now on the bodies of an operation have none of them, since it refuses them. */
  readonly leaveAttributes: (operation: Operation) => void;
  /** What a request's body is described as: by the deployment, else by the contract. */
  readonly requestSchema: (operation: Operation) => JsonSchema;
  /** Where a body of this operation holds a field of the contract. */
  readonly placeOf: (operation: Operation, field: string) => readonly string[];
  /** What a record of an answer holds in a field of the contract. */
  readonly read: (operation: Operation, field: string, record: unknown) => Meaning | undefined;
  /** Whether the owner or the deployment's description tells for sure where answers hold a field. */
  readonly isTold: (operation: Operation, field: string) => boolean;
  /** Where the owner or the deployment's description says that records of an answer hold a field. */
  readonly toldPlaceOf: (operation: Operation, field: string) => readonly string[] | undefined;
  /** Values of a record that may be its identifier, the likeliest first. */
  readonly candidates: (operation: Operation, field: string, record: unknown) => readonly Meaning[];
  /** The records of a list, in order. */
  readonly items: (operation: Operation, body: unknown) => Items | undefined;
  /** Takes the name under which a record holds its identifier for certain, since that opened the record. */
  readonly confirm: (operation: Operation, field: string, named: { record: unknown; value: unknown }) => void;
  /** Sees in an answer how records are called, for requests that nothing describes. */
  readonly notice: (operation: Operation, body: unknown) => void;
  /** Sees in an answer which texts and further fields a record has. */
  readonly noticeOthers: (operation: Operation, body: unknown) => void;
  /** Takes fields from a refusal into later bodies; says whether there were any. */
  readonly learn: (operation: Operation, sent: JsonRecord, answer: unknown) => boolean;
  /** Sees in the answer to a body which was taken whether its fields were looked for where answers show them. */
  readonly learnFromEcho: (operation: Operation, sent: JsonRecord, answer: unknown) => void;
  /** Takes the name under which a body has a field for certain, since the answer shows what was sent under it. */
  readonly sawTaken: (operation: Operation, field: string) => void;
  /** What it has found out so far. */
  readonly knowledge: Knowledge;
  /** Another one that knows as much, and from now on learns by itself. */
  readonly fork: () => FieldMapping;
  /** Takes over what another one has found out, as far as it is news. */
  readonly adopt: (other: FieldMapping) => void;
}

export interface FieldMappingSources {
  /** The families of the contract's records. */
  readonly families: readonly ResourceFamily[];
  readonly bindings: Bindings;
  /** The deployment's own description of an operation. */
  readonly described: (operation: Operation) => DescribedOperation | undefined;
}
