import type { Call } from '../cases/sequences/sequence.ts';
import type { Operation } from '../spec/spec.ts';
import type { Intent, Origin, Unsure } from './exchange.ts';
import { fieldsFor, furtherValues } from './further-values.ts';
import { meantBody } from './meant-body.ts';
import { type Memory, type Resolved, resolve, resolveAll } from './resolve-references.ts';
import type { PreparedCall } from './send-call.ts';
import type { SequenceOptions } from './sequence-options.ts';
import { signatureHeader } from './sign-event.ts';
import { type Texts, textsFor } from './texts-for.ts';

export interface Prepared extends PreparedCall {
  readonly contract: Operation;
  /** The contract's fields, as far as the body has them, with the values that were really sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Those of which name and word are known for sure. */
  readonly sure: readonly string[];
  /** The body's record; undefined where there is none, or where it is sent as it stands. */
  readonly wire: Readonly<Record<string, unknown>> | undefined;
  readonly changed: Resolved | undefined;
  /** Texts of ours for what the contract doesn't name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Those of them that the deployment's own document or its owner names. */
  readonly told: readonly string[];
  /** The names of further fields that it has. */
  readonly further: readonly string[];
  readonly texts: Texts;
  /** The fields of which it is unknown what this makes of them. */
  readonly unsure?: Unsure | undefined;
}

interface Preparation {
  readonly memory: Memory;
  readonly options: SequenceOptions;
  readonly texts: Texts;
}

/** The call with all its references resolved; undefined where one can't be. */
export function prepareCall(
  call: Call,
  origin: Origin,
  { memory, options, texts: allowed }: Preparation,
): Prepared | undefined {
  const operation = options.operations.get(call.operation);
  const found = operation && resolveParts(call, memory, options);
  if (operation === undefined || found === undefined || !hasCredential(call, operation, options))
    return undefined;
  if (isPointless(call, operation, memory, options)) return undefined;
  const { agentsUrl, baseUrl } = options.deployment;
  const address = operation.api === 'user' ? baseUrl : agentsUrl;
  if (address === undefined) return undefined;
  const { path, query, fields, signature, raw, key, changes } = found;
  const further = furtherValues(call, operation, { ...memory, origin });
  const plain = bodyOf(call, operation, fields, options);
  const attributes = textsFor(
    call,
    { operation, wire: plain.wire },
    { origin, memory, options, texts: allowed },
  );
  const texts = Object.fromEntries(attributes.map(({ name, text }) => [name, text]));
  const body = reworded(withOthers(plain, { ...texts, ...further.values }), call);
  return {
    origin,
    operation,
    contract: operation,
    address,
    path: textsOf(path.value),
    query: Object.entries(query.value).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
    spaces: call.spaces,
    headers: signatureHeader(signature?.value, textOf(raw?.value), options),
    credential: call.as ?? 'own',
    key: typeof key?.value === 'string' ? key.value : undefined,
    body: raw === undefined ? body.wire && JSON.stringify(body.wire) : textOf(raw.value),
    probe: intentOf(call, body, path.certain && key?.certain !== false && isFollowed(call, memory)),
    ...(raw === undefined ? { fields: body.meaning, sure: body.sure } : { fields: {}, sure: [] }),
    wire: raw === undefined ? body.wire : undefined,
    changed: changes,
    attributes: texts,
    told: [
      ...attributes.filter(({ isTold }) => isTold).map(({ name }) => name),
      ...(raw === undefined ? describedIn(body, operation, options) : []),
      ...further.told,
    ],
    further: further.chosen,
    texts: allowed,
    unsure: call.kind === 'mutation' ? 'all' : undefined,
  };
}

/** Whether a call shows nothing, after what came before or by what the deployment says of its body. */
function isPointless(
  { follows, undoes, leaves, further }: Call,
  operation: Operation,
  { troubled, answers }: Memory,
  options: SequenceOptions,
): boolean {
  const isTroubled = follows !== undefined && troubled.has(follows);
  const isUndone = undoes !== undefined && !answers.has(undoes);
  const hasNothingFurther =
    further !== undefined && fieldsFor(further, operation, options.fieldMapping).length === 0;
  const isNobodys = further?.kind === 'owner' && !answers.has(further.of);
  return (
    isTroubled ||
    isUndone ||
    hasNothingFurther ||
    isNobodys ||
    (leaves !== undefined && !isLeft(leaves, operation, options))
  );
}

/** Whether the call that this one follows said what was meant, as far as it was sent. */
function isFollowed({ follows }: Call, { answers }: Memory): boolean {
  return follows === undefined || answers.get(follows)?.certain !== false;
}

/** Whether the deployment says of a body what it has, and names nothing like this. */
function isLeft(name: string, operation: Operation, { fieldMapping }: SequenceOptions): boolean {
  const described = fieldMapping.describedNames(operation);
  return described !== undefined && !described.some((one) => one.toLowerCase().includes(name));
}

/** Another user needs a credential of their own. */
function hasCredential(
  { as = 'own' }: Call,
  { api }: Operation,
  { deployment: { credentials } }: SequenceOptions,
): boolean {
  const isUser = api === 'user';
  if (as === 'other') return (isUser ? credentials.otherJwt : credentials.otherApiKey) !== undefined;
  if (as === 'sandbox') return isUser && credentials.sandboxJwt !== undefined;
  // What is made of a token that there is not would be none at all.
  return ['missing', 'created'].includes(as) || (isUser ? credentials.jwt : credentials.apiKey) !== undefined;
}

type Values = Resolved & { readonly value: Readonly<Record<string, unknown>> };

interface Parts {
  readonly path: Values;
  readonly query: Values;
  readonly fields: Values;
  readonly signature: Values | undefined;
  readonly raw: Resolved | undefined;
  readonly key: Resolved | undefined;
  readonly changes: Resolved | undefined;
}

function resolveParts(call: Call, memory: Memory, { deployment }: SequenceOptions): Parts | undefined {
  const from = { memory, deployment };
  const path = resolveAll(call.path ?? {}, from);
  const query = resolveAll(call.query ?? {}, from);
  const fields = resolveAll(call.body ?? {}, from);
  const signature = call.signature && resolveAll({ ...call.signature }, from);
  const others = { raw: call.raw, key: call.key, changes: call.changes };
  const [raw, key, changes] = Object.values(others).map((value) =>
    value === undefined ? undefined : resolve(value, from),
  );
  const asked = [call.signature, call.raw, call.key, call.changes].filter((one) => one !== undefined);
  const got = [signature, raw, key, changes].filter((one) => one !== undefined);
  return path && query && fields && got.length === asked.length
    ? { path, query, fields, signature, raw, key, changes }
    : undefined;
}

interface Body {
  readonly wire: Readonly<Record<string, unknown>> | undefined;
  readonly certain: boolean;
  readonly filled: boolean;
  readonly meaning: Readonly<Record<string, unknown>>;
  /** The fields whose names and words are known for sure. */
  readonly sure: readonly string[];
}

function bodyOf(call: Call, operation: Operation, fields: Values, { fieldMapping }: SequenceOptions): Body {
  if (call.body === undefined && (call.raw !== undefined || !operation.needsBody))
    return { wire: undefined, certain: true, filled: false, meaning: {}, sure: [] };
  const { body, ...others } = fieldMapping.write(operation, fields.value, call.without ?? []);
  const wire = call.kind === 'refusal' ? meantBody(body, fields.value, { operation, fieldMapping }) : body;
  return { wire, ...others, filled: others.filled || fields.filled === true };
}

/** The names under which the deployment's own document takes values that the contract has a name for. */
function describedIn(
  { wire, meaning }: Body,
  operation: Operation,
  { fieldMapping }: SequenceOptions,
): readonly string[] {
  const described = fieldMapping.describedNames(operation) ?? [];
  const values = Object.values(meaning);
  return described.filter((name) => values.includes(wire?.[name]));
}

function withOthers(body: Body, others: Readonly<Record<string, unknown>>): Body {
  if (body.wire === undefined || Object.keys(others).length === 0) return body;
  return { ...body, wire: { ...body.wire, ...others }, filled: true };
}

/** In letters that no address has by itself. */
const otherScript = 'Помощник 翻訳';

function reworded(body: Body, { reworded: isReworded }: Call): Body {
  if (isReworded !== true || body.wire === undefined) return body;
  const words = Object.entries(body.wire).map(([name, value]) => [
    name,
    typeof value === 'string' ? otherScript : value,
  ]);
  return { ...body, wire: Object.fromEntries(words), certain: false };
}

function intentOf(
  { kind = 'valid', parameter, mutation, compares, tries, state, without }: Call,
  body: Body,
  certain: boolean,
): Intent {
  return {
    kind,
    parameter,
    mutation,
    compares,
    rule: tries,
    ...(state === undefined ? {} : { state: state.name }),
    certain: certain && body.certain,
    filled: body.filled,
    ...(without === undefined ? {} : { leavesOut: without }),
  };
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
