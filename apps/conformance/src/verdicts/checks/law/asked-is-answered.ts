import type { IntentKind } from '../../../cases/intent-kind.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { isId, membersIn, recordIn } from '../../../json/find-record.ts';
import { isRecord } from '../../../json/json-record.ts';
import type { OperationResource } from '../../../spec/resources.ts';
import type { Operation } from '../../../spec/spec.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { memoize } from '../../memoize.ts';
import { isWholeSuccess } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isARecord: Check = {
  id: 'law.a-record-is-an-object',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user.filter(
        (exchange) => operations.includes(exchange.operation) && isAnswerTo(exchange, recording),
      ),
      (exchange) => departureOf(exchange, recording.contract.get(exchange.operation)),
      (exchange) => exchange.response?.status === 204 || bodyIn(exchange) !== undefined,
    ),
};

const plain: readonly IntentKind[] = [
  'valid',
  'tool-run',
  'tool-run-of-nothing',
  'name-trial',
  'declared-bound',
];

/** Of what is answered to an odd request, or where nothing is due, its form says nothing. */
function isAnswerTo(exchange: Exchange, recording: Recording): boolean {
  const { intent } = exchange;
  return intent !== undefined && plain.includes(intent.kind) && isWholeSuccess(exchange, recording);
}

function departureOf(exchange: Exchange, operation: Operation | undefined): Found | undefined {
  if (operation === undefined || exchange.response?.status === 204) return undefined;
  const body = bodyIn(exchange);
  // What is no JSON at all is another rule's matter.
  if (body === undefined) return undefined;
  if (operation.answer === 'array')
    return Array.isArray(body) && body.includes(null) ? wrong(exchange, 'array') : undefined;
  if (operation.answer !== 'record') return undefined;
  if (body === null && mayBeNull(operation.resource)) return undefined;
  const mayBeEmpty = isOfMany(operation);
  const isDue = hasFields(operation) ? isRecord(body) : body !== null && (mayBeEmpty || !isEmptyList(body));
  return isDue ? undefined : wrong(exchange, 'object');
}

function wrong(exchange: Exchange, body: 'array' | 'object'): Found {
  return finding([exchange], { expected: { kind: 'body-kind', body }, observed: bodyOf(exchange) });
}

/** What may be a list of none, however its schema is called. */
function isOfMany({ id, resource }: Operation): boolean {
  const views = resource?.family.views ?? [];
  return (
    resource?.does === 'list' || views.some(({ operations, isList }) => isList && operations.includes(id))
  );
}

function isEmptyList(body: unknown): boolean {
  return Array.isArray(body) && body.length === 0;
}

/** "or null": a theme that is not set, a session without a JWT. */
function mayBeNull(resource: OperationResource | undefined): boolean {
  return resource?.does === 'consume' || (resource?.does === 'read' && resource.family.absent !== undefined);
}

const recordActs: readonly string[] = ['read', 'create', 'upsert', 'clone', 'change', 'remove'];

/** What has an identifier, or a field that can't be all of the answer; of what other schemas are, nothing is shown. */
function hasFields({ id, resource }: Operation): boolean {
  if (resource === undefined || !recordActs.includes(resource.does)) return false;
  const { identifiers, has } = resource.family;
  return (
    identifiers.some(({ field }) => field !== null) ||
    has.some(({ field, alone, operations }) => field !== undefined && !alone && operations.includes(id))
  );
}

export const isTheOneAskedFor: Check = {
  id: 'law.asked-is-answered',
  drivenBy: 'sequences',
  evidence: ['record-read'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      namedReads(recording).filter(({ operation }) => operations.includes(operation)),
      (read) => anotherRecord(read, recording),
      (read) => recordIn(bodyIn(read), read.resource.id) !== undefined,
    ),
};

type NamedRead = ResourceExchange & { readonly resource: { readonly id: string } };

/** Reads of one record by its identifier. */
const namedReads = memoize((recording: Recording): readonly NamedRead[] =>
  recording.user
    .filter(isResourceCall)
    .filter(
      (call): call is NamedRead =>
        call.resource.act === 'read' && call.resource.id !== undefined && call.resource.certain,
    )
    .filter(
      (call) =>
        isAnswerTo(call, recording) && call.request.url.includes(encodeURIComponent(call.resource.id)),
    ),
);

/** The names under which answers of an operation hold the identifier that was asked for. */
const idNames = memoize((recording: Recording) => {
  const byOperation = Map.groupBy(namedReads(recording), ({ operation }) => operation);
  return new Map(
    [...byOperation].map(([operation, reads]) => [
      operation,
      new Map(reads.map((read) => [read.id, namesOf(read)] as const)),
    ]),
  );
});

function namesOf(read: NamedRead): readonly string[] {
  return membersIn(bodyIn(read)).flatMap(([name, value]) => (isId(value, read.resource.id) ? [name] : []));
}

/** An answer that holds another identifier wherever the same operation shows the one that was asked for. */
function anotherRecord(read: NamedRead, recording: Recording): Found | undefined {
  const body = bodyIn(read);
  if (!isRecord(body) || recordIn(body, read.resource.id) !== undefined) return undefined;
  const others = [...(idNames(recording).get(read.operation) ?? [])];
  const names = new Set([
    ...others.flatMap(([id, own]) => (id === read.id ? [] : own)),
    ...namesInLists(read, recording),
  ]);
  const shown = membersIn(body).find(([name, value]) => names.has(name) && isIdentifier(value));
  if (shown === undefined) return undefined;
  const [name, value] = shown;
  return finding([read], {
    expected: { kind: 'field', path: [name], oneOf: [read.resource.id] },
    observed: { kind: 'field', path: [name], value },
  });
}

/** The names under which the entry of a list holds the identifier that was asked for. */
function namesInLists({ resource }: NamedRead, { user }: Recording): readonly string[] {
  const list = user
    .filter(isResourceCall)
    .find((one) => one.resource.family === resource.family && one.resource.listed?.includes(resource.id));
  if (list === undefined) return [];
  return membersIn(recordIn(bodyIn(list), resource.id)).flatMap(([name, value]) =>
    isId(value, resource.id) ? [name] : [],
  );
}

function isIdentifier(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
