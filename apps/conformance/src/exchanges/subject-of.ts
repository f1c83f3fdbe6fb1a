import { familyOf } from '../cases/journeys/families.ts';
import type { ProbeKind } from '../cases/probe.ts';
import { attributesShown } from '../deployment/vocabulary/attributes.ts';
import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import type { Operation } from '../spec/spec.ts';
import { type Exchange, isTransient, type Subject, type Unsure } from './exchange.ts';
import type { Redactor } from './redact.ts';
import type { Resolved } from './resolve-references.ts';

/** Fields of records that the interface names in words; only their values are compared. */
const shownRoles = ['chat_prompt', 'visibility', 'cron', 'theme_color'] as const;

/** Fields that are compared with what was written. */
export const comparedRoles: readonly string[] = [...shownRoles, 'positions'];

export interface SubjectInput {
  readonly prepared: {
    readonly contract: Operation;
    readonly path: Readonly<Record<string, string>>;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly changed: Resolved | undefined;
    readonly attributes: Readonly<Record<string, string>>;
    readonly unsure?: Unsure | undefined;
    readonly probe: { readonly kind: ProbeKind; readonly certain: boolean };
  };
  readonly answer: Pick<Exchange, 'response'>;
  /** The answer's JSON. */
  readonly body: unknown;
  readonly vocabulary: Vocabulary;
  readonly redactor: Redactor;
}

/** Which record a call was about, and what its answer shows of it. */
export function subjectOf(input: SubjectInput): Subject | undefined {
  const { contract, path, probe } = input.prepared;
  const family = familyOf(contract.id);
  // What is asked for in an odd form need not be what that form says.
  const isOddRead = probe.kind === 'fault' && contract.effect === 'read';
  if (family === undefined || isOddRead) return undefined;
  if (isSilentChange(input)) return silentChange(input, family.name);
  const changed = changedBy(input);
  const act = changed === undefined ? family.acts[contract.id] : 'change';
  if (act === undefined) return undefined;
  const named = family.ids.map((name) => path[name]).find((value) => value !== undefined);
  const id = idOf(input, act === 'create' && contract.id !== 'cloneChat' ? undefined : named);
  hideKeys(input);
  const shown = attributesShown(input.body);
  return {
    family: family.name,
    act: contract.id.startsWith('clone') ? 'create' : act,
    parent: family.parents.map((name) => path[name] ?? '').join('/'),
    ...(act === 'list' ? { certain: true, listed: listedIn(input, family.ids) } : id),
    ...writtenBy(input, shown),
    shows: { ...shownIn(input), ...shown },
  };
}

/** What was sent and surely taken: of texts that the interface doesn't speak of, only what came back word for word. */
function writtenBy(
  { prepared: { fields, probe, unsure, attributes } }: SubjectInput,
  shown: Readonly<Record<string, unknown>>,
): Pick<Subject, 'wrote' | 'unsure'> {
  const [same, others] = [true, false].map((isSame) =>
    Object.entries(attributes).filter(([name, text]) => (shown[name] === text) === isSame),
  );
  const left = (others ?? []).map(([name]) => name);
  const doubtful = unsure === 'all' ? unsure : [...(unsure ?? []), ...left];
  return {
    ...(probe.certain ? { wrote: { ...pick(fields), ...Object.fromEntries(same ?? []) } } : {}),
    ...(doubtful.length === 0 ? {} : { unsure: doubtful }),
  };
}

function idOf(input: SubjectInput, named: string | undefined): Pick<Subject, 'id' | 'certain'> {
  const { contract, fields, path } = input.prepared;
  const family = familyOf(contract.id);
  const changed = changedBy(input);
  if (changed !== undefined) return { id: String(changed.value), certain: changed.certain };
  if (named !== undefined && !contract.id.startsWith('clone')) return { id: named, certain: true };
  const status = input.answer.response?.status ?? 0;
  if (family === undefined || status < 200 || status >= 300) return { certain: false };
  for (const role of family.ids) {
    const found = input.vocabulary.read(contract, role, input.body);
    if (found !== undefined && String(found.value) !== path[role])
      return { id: String(found.value), certain: found.certain };
    const sent = fields[role];
    // Whether an agent is made under the identifier that was sent is not shown.
    if (sent !== undefined && family.name !== 'agent')
      return { id: String(sent), certain: input.prepared.probe.certain };
  }
  return { certain: false };
}

/** A write that names its record in the body may have made another one: only its answer tells. */
function changedBy(input: SubjectInput): Resolved | undefined {
  const { changed } = input.prepared;
  const shown = shownIds(input).find(({ value }) => value === changed?.value);
  return changed && shown && { value: changed.value, certain: changed.certain || shown.certain };
}

/** Where the answer names no record, or is one of trouble, the one that the body named may be changed or not. */
function isSilentChange(input: SubjectInput): boolean {
  const status = input.answer.response?.status ?? 0;
  const isOpen = isTransient(status) || (status < 300 && shownIds(input).length === 0);
  return input.prepared.changed !== undefined && isOpen;
}

function silentChange({ prepared }: SubjectInput, family: string): Subject {
  const id = String(prepared.changed?.value);
  return { family, act: 'change', parent: '', id, certain: true, unsure: 'all' };
}

function shownIds({ prepared: { contract }, body, vocabulary }: SubjectInput) {
  const roles = familyOf(contract.id)?.ids ?? [];
  return roles.map((role) => vocabulary.read(contract, role, body)).filter((found) => found !== undefined);
}

function listedIn({ prepared, body, vocabulary }: SubjectInput, roles: readonly string[]) {
  const list = vocabulary.items(prepared.contract, body);
  if (list === undefined) return undefined;
  const ids = list.items.map((item) =>
    roles
      .map((role) => vocabulary.read(prepared.contract, role, item))
      .find((found) => found?.certain === true),
  );
  return ids.every((id) => id !== undefined) ? ids.map((id) => String(id.value)) : undefined;
}

function shownIn({ prepared, body, vocabulary }: SubjectInput): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    shownRoles.flatMap((role) => {
      const found = vocabulary.read(prepared.contract, role, body);
      return found?.certain === true && found.value !== undefined ? [[role, found.value]] : [];
    }),
  );
}

function pick(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([role]) => comparedRoles.includes(role)));
}

/** The value of a new key is known by its mask wherever it shows again; later answers may show a part of it only. */
function hideKeys({ prepared, body, vocabulary, redactor }: SubjectInput): void {
  if (prepared.contract.id !== 'createApiKey') return;
  const key = vocabulary.read(prepared.contract, 'key', body);
  if (key?.certain && typeof key.value === 'string' && !isShortened(key.value)) redactor.hideKey(key.value);
}

/** `sk_kR...x9Qw`, `sk_****`: opens nothing. */
function isShortened(key: string): boolean {
  return /\.{3}|…|[*•]{2}/.test(key);
}
