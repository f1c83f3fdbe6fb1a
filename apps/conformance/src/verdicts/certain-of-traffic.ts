import type { Exchange } from '../exchanges/exchange.ts';
import type { Observation } from './findings/observation.ts';
import { memoize } from './memoize.ts';
import type { Judgement, Recording } from './verdict.ts';

/**
 * By what a check can speak of traffic that others made, where it is not known who else was at work:
 * - `answer`: a finding that one exchange shows by itself; nothing that happened elsewhere can be the reason for it
 * - `lasting`: also a finding that several show, of what no operation of the contract can change or take away
 *
 * All other checks need to know what a request was meant to try out, or that no one else wrote anything.
 */
type Certainty = 'answer' | 'lasting';

const certainties: Readonly<Record<string, Certainty>> = {
  'workers.requires-api-key': 'answer',
  'declared.status': 'answer',
  'declared.media-type': 'answer',
  'declared.body': 'answer',
  'declared.header': 'answer',
  'declared.bounds': 'answer',
  'probe.answers-as-documented': 'answer',
  'probe.bodies-are-json': 'answer',
  'probe.credential-is-required': 'answer',
  'probe.tool-is-described-as-documented': 'answer',
  'probe.validation-error-is-json': 'answer',
  'law.a-record-is-an-object': 'answer',
  'law.no-lone-value': 'answer',
  'law.values-are-written-out': 'answer',
  'law.json-is-called-json': 'answer',
  'law.json-error-is-called-json': 'answer',
  'law.count-is-of-the-list': 'answer',
  'law.one-default-key': 'answer',
  'law.integration-tools-come-together': 'answer',
  'law.tools-are-in-mcp-format': 'answer',
  'ndjson.lines-are-json': 'answer',
  'run.get-is-message-array': 'answer',
  'run.get-messages-have-role-and-content': 'answer',
  'run.post-returns-run-id': 'answer',
  'run.run-id-is-uuid': 'answer',
  'run.post-run-id-is-new': 'lasting',
  'run.put-returns-run-id': 'lasting',
  'run.put-appends-message': 'lasting',
  'law.message-is-kept-to-the-letter': 'lasting',
};

/** What asks for nothing but statuses, headers, and which names and types there are: a replaced value changes none. */
const ofShapes: ReadonlySet<string> = new Set([
  'workers.requires-api-key',
  'declared.status',
  'declared.media-type',
  'declared.header',
  'probe.answers-as-documented',
  'probe.bodies-are-json',
  'probe.credential-is-required',
  'probe.validation-error-is-json',
  'law.a-record-is-an-object',
  'law.no-lone-value',
  'law.json-is-called-json',
  'law.json-error-is-called-json',
  'law.tools-are-in-mcp-format',
  'ndjson.lines-are-json',
  'run.get-is-message-array',
  'run.get-messages-have-role-and-content',
  'run.post-returns-run-id',
  'run.run-id-is-uuid',
  'run.post-run-id-is-new',
  'run.put-returns-run-id',
]);

/** Whether a check can say anything of traffic of which the shapes are known and no values. */
export function speaksOfShapes(check: string): boolean {
  return ofShapes.has(check);
}

/** Whether a check can say anything of traffic that others made. */
export function speaksOfTraffic(check: string): boolean {
  return Object.hasOwn(certainties, check);
}

interface Recorded {
  readonly all: ReadonlySet<number>;
  /** Those whose answer was not captured whole: only its status and headers are known. */
  readonly cut: ReadonlySet<number>;
  /** Those of which something was replaced. */
  readonly redacted: ReadonlyMap<number, Exchange['redacted']>;
}

const recordedIds = memoize(({ workers, user }: Recording): Recorded => {
  const all = [...workers, ...user].filter(({ origin }) => origin.phase === 'recorded');
  const cut = all.filter(({ response }) => response?.body.ended !== 'complete');
  const redacted = all.flatMap((one) =>
    one.redacted === undefined ? [] : [[one.id, one.redacted] as const],
  );
  return {
    all: new Set(all.map(({ id }) => id)),
    cut: new Set(cut.map(({ id }) => id)),
    redacted: new Map(redacted),
  };
});

/** What a finding may have observed that no body tells. */
const withoutBody: readonly Observation['kind'][] = ['status', 'header', 'repeated'];

/** What a check said, without what may have another reason: `open` names one where findings were dropped for it. */
export function certainOf(
  check: string,
  { subjects, findings, moving }: Judgement,
  recording: Recording,
): Judgement & { readonly open: 'others-may-explain' | 'redacted' | undefined } {
  const { all, cut, redacted } = recordedIds(recording);
  const told = findings.filter(({ exchanges, observed }) =>
    exchanges.every((id) => isUntouched(redacted.get(id), check, observed)),
  );
  const certain = told.filter(({ exchanges, observed }) => {
    if (!exchanges.some((id) => all.has(id))) return true;
    if (exchanges.some((id) => cut.has(id)) && !withoutBody.includes(observed.kind)) return false;
    return certainties[check] === 'lasting' || (certainties[check] === 'answer' && exchanges.length === 1);
  });
  return {
    subjects: subjects - (findings.length - certain.length),
    findings: certain,
    moving,
    open:
      told.length > certain.length
        ? 'others-may-explain'
        : findings.length > told.length
          ? 'redacted'
          : undefined,
  };
}

/** Whether a finding stands whatever the replaced values were. */
function isUntouched(redacted: Exchange['redacted'], check: string, { kind }: Observation): boolean {
  if (redacted === undefined) return true;
  return redacted === 'body' && (ofShapes.has(check) || withoutBody.includes(kind));
}
