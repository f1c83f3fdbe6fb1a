import type { Expectation } from './findings/expectation.ts';
import type { Departure } from './findings/finding.ts';
import type { Observation } from './findings/observation.ts';
import type { Path } from './findings/parts.ts';

/**
 * What findings of one check have in common when one mistake explains them, such as `probe.bounds-hold:status-200` or
 * `refusal.is-as-documented:status-200-for-404`. Made of kinds, statuses and names of the contract: nothing that another
 * seed, another run or other words in a report could change. It needs no quoting in a shell.
 */
export function causeOf(check: string, { expected, observed }: Departure): string {
  return `${check}:${keyOf(observed, expected)}`;
}

/** The check of a cause; whatever stands before the first colon, if no check has it. */
export function checkOfCause(cause: string): string {
  return cause.split(':')[0] ?? '';
}

function keyOf(observed: Observation, expected: Expectation): string {
  switch (observed.kind) {
    case 'status':
      return `status-${observed.status}${suffixFor(expected)}`;
    case 'transport-error':
      return `connection-${observed.error ?? 'broken'}`;
    case 'header':
      return `${observed.name}-${headerTrouble(observed, expected)}`;
    case 'body-kind':
      return `${observed.body}-body${suffixFor(expected)}`;
    case 'field':
      return fieldKey(observed, expected);
    case 'parameter':
      return `${parameterIn(expected)}-${expected.kind === 'parameter' ? expected.aspect : 'other'}`;
    case 'other-parameter':
      return `${parameterIn(expected)}-undocumented`;
    case 'different':
      return `different${suffixFor(expected)}`;
    case 'listed':
      if (observed.times === 0) return 'unlisted';
      return expected.kind === 'absent' ? 'listed' : 'listed-repeatedly';
    case 'count':
      return countKey(observed, expected);
    case 'order':
      return `order${suffixFor(expected)}`;
    case 'pages':
      return `pages-${observed.trouble}`;
    case 'repeated':
      return `repeated${suffixFor(expected)}`;
    case 'disclosed':
      return `disclosed${suffixFor(expected)}`;
    case 'message':
      return `${expected.kind === 'message' ? `${expected.which}-` : ''}message-${observed.presence}`;
    case 'stream-line':
      return `stream-${observed.holds}${suffixFor(expected)}`;
    case 'timing':
      return `late${suffixFor(expected)}`;
    case 'mismatch':
      return ['mismatch', ...observed.parts.map(lasting)].join('-');
  }
}

/** What was expected instead, where the check alone does not say it. */
function suffixFor(expected: Expectation): string {
  // To take any token is another mistake than to ask for none.
  if (expected.kind === 'status' && expected.because?.kind === 'credential')
    return `-with-${expected.because.identity}`;
  const wanted = wantedIn(expected);
  return wanted === undefined ? '' : `-for-${wanted}`;
}

function wantedIn(expected: Expectation): string | undefined {
  switch (expected.kind) {
    case 'status':
      return expected.oneOf?.find((status) => typeof status === 'number')?.toString();
    case 'body-kind':
      return expected.body;
    case 'order':
      return expected.by;
    case 'unique':
      return expected.what;
    case 'withheld':
      return expected.secret;
    case 'stream-line':
      return expected.holds;
    case 'timing':
      return lasting(expected.what);
    case 'same-as':
      return expected.other.by === 'parameter' ? lasting(expected.other.name) : 'same';
    default:
      return expected.kind;
  }
}

function headerTrouble(
  { value }: Extract<Observation, { kind: 'header' }>,
  expected: Expectation,
): 'missing' | 'present' | 'malformed' | 'other' {
  if (value === undefined) return 'missing';
  if (expected.kind !== 'header' || expected.presence === 'absent') return 'present';
  return expected.format === undefined ? 'other' : 'malformed';
}

function fieldKey(
  { path, ...observed }: Extract<Observation, { kind: 'field' }>,
  expected: Expectation,
): string {
  if (expected.kind === 'schema')
    return `schema-${pathKey(expected.schemaPath)}-${lasting(expected.keyword)}`;
  const trouble = 'before' in observed ? 'changed' : 'value' in observed ? 'other' : 'missing';
  const law = expected.kind === 'field' || expected.kind === 'unchanged' ? trouble : expected.kind;
  return `field-${pathKey(path)}-${law}`;
}

function countKey({ count }: Extract<Observation, { kind: 'count' }>, expected: Expectation): string {
  if (expected.kind !== 'count') return 'count';
  const isMore = count > (expected.exactly ?? expected.atMost ?? 0);
  return `${isMore ? 'more' : 'fewer'}-${expected.of}`;
}

function parameterIn(expected: Expectation): string {
  return expected.kind === 'parameter' ? `${expected.tool}.${expected.parameter}` : 'parameter';
}

function pathKey(path: Path): string {
  return path.length === 0 ? 'whole' : path.map(lasting).join('.');
}

/** Indices, and names that look like identifiers or other values of one run, are `any`: a cause is the same in each run. */
function lasting(segment: string | number): string {
  return typeof segment === 'string' && /^[a-z][a-z_-]*$/i.test(segment) ? segment : 'any';
}
