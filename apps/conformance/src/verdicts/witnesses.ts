import type { Operation } from '../spec/spec.ts';
import type { Condition } from './findings/condition.ts';
import type { Expectation } from './findings/expectation.ts';
import type { Observation } from './findings/observation.ts';
import type { JudgedFinding } from './verdict.ts';

/** The kind of record that each operation is about. */
export type Families = ReadonlyMap<string, string>;

/** What the findings of one cause show, to be looked up. */
export interface Witnesses {
  /** The exchanges that show the trouble. */
  readonly shown: ReadonlySet<number>;
  readonly operations: ReadonlySet<string>;
  /** What each operation answered wrongly, and what it might have answered. */
  readonly answers: ReadonlyMap<string, readonly Expectation[]>;
  /** Wrong answers with the condition under which they came, and what was asked for, wherever that was. */
  readonly conditioned: ReadonlySet<string>;
  /** Wrong answers and what was asked for instead, whatever the condition was. */
  readonly instead: ReadonlySet<string>;
  /** What was known of records of which kind: removed, made. */
  readonly conditions: ReadonlySet<string>;
  /** Kinds of records of which a creation gave the same one again. */
  readonly repeated: ReadonlySet<string>;
}

export function witnessesOf(findings: readonly JudgedFinding[], families: Families): Witnesses {
  const byAnswer = Map.groupBy(findings, answerKey);
  return {
    shown: new Set(findings.flatMap(({ exchanges }) => exchanges.at(-1) ?? [])),
    operations: new Set(findings.map(({ operation }) => operation)),
    answers: new Map(
      [...byAnswer].flatMap(([key, some]) =>
        key === undefined ? [] : [[key, some.map(({ expected }) => expected)] as const],
      ),
    ),
    conditioned: new Set(findings.flatMap((one) => conditionedKey(one) ?? [])),
    instead: new Set(findings.flatMap((one) => insteadKey(one) ?? [])),
    conditions: new Set(findings.flatMap((one) => recordKey(one) ?? [])),
    repeated: new Set(
      findings.flatMap(({ observed, operation }) =>
        observed.kind === 'repeated' ? (families.get(operation) ?? []) : [],
      ),
    ),
  };
}

export function familiesOf(operations: readonly Operation[]): Families {
  return new Map(
    operations.flatMap(({ id, resource }) =>
      resource === undefined ? [] : [[id, resource.family.name] as const],
    ),
  );
}

/** The operation, with what it answered; undefined where the answer by itself is not what is wrong. */
export function answerKey({ operation, observed }: JudgedFinding): string | undefined {
  const answer = answerIn(observed);
  return answer && `${operation} ${answer}`;
}

/** What was answered, and the first status that was due. */
export function insteadKey({ expected, observed }: JudgedFinding): string | undefined {
  const answer = answerIn(observed);
  if (answer === undefined || expected.kind !== 'status') return undefined;
  // No demand is met by an internal error.
  if (observed.kind === 'status' && observed.status >= 500) return answer;
  // Which status a success has is of no account where none was due.
  if (observed.kind === 'status' && observed.status < 300 && isRefusalDue(expected.oneOf))
    return `taken for ${expected.oneOf?.[0]}`;
  return `${answer} for ${expected.oneOf?.[0] ?? 'documented'}`;
}

function isRefusalDue(oneOf: readonly (number | string)[] = []): boolean {
  return oneOf.length > 0 && oneOf.every((status) => status !== 'success' && !(Number(status) < 300));
}

/** The same with the condition. */
export function conditionedKey(finding: JudgedFinding): string | undefined {
  const because = conditionOf(finding);
  const instead = insteadKey(finding);
  if (because === undefined || instead === undefined) return undefined;
  // To take any token is another mistake than to ask for none.
  if (because.kind === 'credential') return `${instead} with ${because.identity}`;
  // To fail again and again is one mistake, whether something in the request is odd or not.
  return `${instead} when ${because.kind === 'repeated' ? 'mutation' : because.kind}`;
}

/** What was known of the record: removed, made. */
export function recordKey(finding: JudgedFinding): string | undefined {
  const because = conditionOf(finding);
  return because !== undefined && 'record' in because
    ? `${because.kind} ${because.record.family}`
    : undefined;
}

function conditionOf({ expected }: JudgedFinding): Condition | undefined {
  return 'because' in expected ? expected.because : undefined;
}

function answerIn(observed: Observation): string | undefined {
  switch (observed.kind) {
    case 'status':
      return `status ${observed.status}`;
    case 'body-kind':
      return `body ${observed.body}`;
    case 'field':
      return observed.path.length === 0 ? undefined : `field ${observed.path.map(nameIn).join('.')}`;
    case 'count':
      return 'count';
    case 'pages':
      return `pages ${observed.trouble}`;
    default:
      return undefined;
  }
}

/** Which of many records it was is of no account. */
function nameIn(segment: string | number): string {
  return typeof segment === 'number' ? 'any' : segment;
}
