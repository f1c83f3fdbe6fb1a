import * as z from 'zod';
import { recordOf } from '../json/json-record.ts';
import { type Provider, providers } from './provider.ts';

const interactionSchema = z.looseObject({
  /** As a broker knows it. */
  _id: z.string().optional(),
  description: z.string(),
  providerStates: z
    .array(z.looseObject({ name: z.string(), params: z.record(z.string(), z.json()).optional() }))
    .optional(),
  response: z.looseObject({ status: z.number().optional(), body: z.unknown().optional() }).optional(),
  /** Of version 4: its author says that no release relies on it yet. */
  pending: z.boolean().optional(),
});

export const pactSchema = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.enum(providers) }),
  interactions: z.array(interactionSchema),
});

export type PactDocument = z.infer<typeof pactSchema>;

export type Interaction = PactDocument['interactions'][number];

/** Whose needs a contract states. */
export interface Consumer {
  readonly name: string;
  /** Undefined for a contract that no broker gave. */
  readonly version?: string | undefined;
  readonly branches: readonly string[];
}

/** The needs that one version of a consumer has of one provider. */
export interface Contract {
  readonly consumer: Consumer;
  readonly provider: Provider;
  readonly document: PactDocument;
  /** Whether the broker says that no release relies on it yet. */
  readonly isPending: boolean;
  /** Where a broker takes the outcome. */
  readonly resultsUrl?: string | undefined;
}

/** In one line: `client-fetch 4f1c2d (main)`. */
export function nameOf({ name, version, branches }: Consumer): string {
  const on = branches.length === 0 ? [] : [`(${branches.join(', ')})`];
  return [name, ...(version === undefined ? [] : [version]), ...on].join(' ');
}

/** What an interaction expects, so far as this program has to know it; the verifier judges. */
export interface Expected {
  /** Undefined where it names none. */
  readonly status: number | undefined;
  /** The fields of a record, or of the records of a list, that its body names. */
  readonly fields: readonly string[];
}

export function expectedOf(interaction: Interaction | undefined): Expected {
  const { status, body } = interaction?.response ?? {};
  // Version 4 wraps what the others have bare.
  const { content = body } = recordOf(body);
  const record = Array.isArray(content) ? content[0] : content;
  return { status, fields: Object.keys(recordOf(record)) };
}
