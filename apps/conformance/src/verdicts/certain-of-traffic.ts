/**
 * On what a finding of a check has to rest to stand in traffic that others made, where it is not known who else was at
 * work:
 * - `answer`: one exchange shows it by itself; nothing that happened elsewhere can be the reason for it
 * - `lasting`: several show it, of what no operation of the contract can change or take away
 * - `users`: the same, seen from a user: what is that user's, and what the config tells to be another one's
 * - `records`: what became of a record that the user made, where nobody else wrote to it. Others of that user may have been
 *   at work that are not recorded, so it stands where `untouched.ts` says that they were not
 * - `account`: what became of all that a user has. It stands only where the config says that nothing else acts for the user
 *
 * A check that is not here needs to know what a request was meant to try out, or has fixtures that traffic hasn't.
 */
export type RestsOn = 'answer' | 'lasting' | 'users' | 'records' | 'account';

const restsOn: Readonly<Record<string, RestsOn>> = {
  // Of one answer
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
  'probe.malformed-id-is-refused': 'answer',
  'probe.required-is-demanded': 'answer',
  'probe.bounds-hold': 'answer',
  'probe.unknown-id-is-404': 'answer',
  'probe.open-needs-no-credential': 'answer',
  'refusal.is-as-documented': 'answer',
  'list.limit-holds': 'users',
  'law.past-bound-is-not-taken': 'answer',
  'law.a-record-is-an-object': 'answer',
  'law.no-lone-value': 'answer',
  'law.values-are-written-out': 'answer',
  'law.json-is-called-json': 'answer',
  'law.json-error-is-called-json': 'answer',
  'law.count-is-of-the-list': 'answer',
  'law.one-default-key': 'answer',
  'law.integration-tools-come-together': 'answer',
  'law.tools-are-in-mcp-format': 'answer',
  'law.best-hits-come-first': 'answer',
  'law.tool-is-listed-once': 'answer',
  'law.days-are-apart': 'answer',
  'law.report-fits-its-period': 'answer',
  'law.three-vibe-services': 'answer',
  'law.log-names-its-run': 'answer',
  'resource.hidden-omits-the-key': 'answer',
  // Of runs
  'ndjson.lines-are-json': 'answer',
  'run.get-is-message-array': 'answer',
  'run.get-messages-have-role-and-content': 'answer',
  'run.post-returns-run-id': 'answer',
  'run.run-id-is-uuid': 'answer',
  'run.post-run-id-is-new': 'lasting',
  'run.put-returns-run-id': 'lasting',
  'run.put-appends-message': 'lasting',
  'run.get-is-in-conversation-order': 'lasting',
  'run.transports-share-runs': 'lasting',
  'law.message-is-kept-to-the-letter': 'lasting',
  // Of users
  'law.asked-is-answered': 'users',
  'law.identifier-has-one-type': 'users',
  'law.identifier-is-in-every-answer': 'users',
  'law.key-has-its-value': 'users',
  'law.cursor-is-a-date-time': 'users',
  'law.current-user-is-the-caller': 'users',
  'law.everybody-has-a-tier': 'users',
  'law.own-things-are-apart': 'users',
  'law.logs-are-the-callers': 'users',
  'law.runs-are-the-callers': 'users',
  'law.new-key-is-its-creators': 'users',
  'law.login-sessions-are-apart': 'users',
  'law.run-log-entry-is-new': 'users',
  'law.run-shows-its-agent': 'users',
  'law.runs-of-both-forms-are-listed': 'users',
  'law.worker-run-is-shown': 'users',
  'law.logged-times-are-of-now': 'users',
  'law.log-is-not-emptied': 'users',
  'law.log-is-of-its-run': 'users',
  'law.tool-runs-are-logged': 'users',
  'law.sandbox-makes-nothing-private': 'users',
  'law.open-list-is-for-everybody': 'users',
  'law.feedback-answers-its-chat': 'users',
  'law.preview-is-of-its-chat': 'users',
  'law.vibe-prompt-is-for-its-agent': 'users',
  'law.vibe-prompt-is-for-its-service': 'users',
  'law.the-named-one-is-answered': 'users',
  'law.read-is-listed': 'users',
  'law.search-depends-on-its-query': 'users',
  'law.search-filters-only-remove': 'users',
  'law.nonsense-is-no-perfect-match': 'users',
  'law.invalid-cron-is-refused': 'users',
  'law.crons-stay-apart': 'users',
  'law.once-is-once-at-once': 'users',
  // Of records
  'resource.reads-back': 'records',
  'resource.is-listed': 'records',
  'resource.is-new': 'records',
  'resource.is-apart': 'records',
  'resource.is-gone-after-removal': 'records',
  'resource.keeps-what-was-written': 'records',
  'resource.is-in-order': 'records',
  'resource.is-read-once': 'records',
  'resource.created-key-opens': 'records',
  'law.lists-are-the-callers': 'records',
  'law.private-is-not-shown': 'records',
  'law.private-worker-is-closed': 'records',
  'law.others-change-nothing': 'records',
  'law.bundle-tools-are-its-owners': 'records',
  'law.reads-agree': 'records',
  'law.list-agrees-with-read': 'records',
  'law.act-is-shown': 'records',
  'law.answer-agrees-with-reads': 'records',
  'law.kept': 'records',
  'law.echo': 'records',
  'law.frame': 'records',
  'law.clone': 'records',
  'law.upsert-adds-none': 'records',
  'law.once': 'records',
  'law.removal-is-shown': 'records',
  'law.made-leaves-no-empty-list': 'records',
  'law.members-are-apart': 'records',
  'law.bundle-shows-its-tools': 'records',
  'law.bundle-counts-its-tools': 'records',
  'law.left-out-visibility-is-no-third': 'records',
  'law.schedule-keeps-its-chat': 'records',
  'law.cron-keeps-its-meaning': 'records',
  'law.next-run-lies-ahead': 'records',
  'law.unset-theme-is-null': 'records',
  'law.update-keeps-the-order': 'records',
  'law.slug-is-of-one-agent': 'records',
  'law.made-under-its-name': 'records',
  'law.public-is-shown': 'records',
  'law.run-log-entry-is-logged': 'records',
  // Of all that a user has
  'resource.attached-jwt-is-read': 'account',
  'law.credits-are-the-callers': 'account',
  'law.credits-are-used-one-by-one': 'account',
  'law.reading-a-log-adds-nothing': 'account',
  'law.walk-shows-all-once': 'account',
  'law.page-is-as-long-as-the-first': 'account',
  'law.unsubscribing-ends-one': 'account',
  'law.ended-subscription-is-over': 'account',
};

/** On what a finding of a check rests; undefined where the check says nothing of traffic that others made. */
export function restOf(check: string): RestsOn | undefined {
  return Object.hasOwn(restsOn, check) ? restsOn[check] : undefined;
}

export interface Told {
  /** Whether the config says that nothing acts for the users but what is recorded. */
  readonly onlyClients: boolean;
}

/** Whether a check can say anything of traffic that others made. */
export function speaksOfTraffic(check: string, { onlyClients }: Told): boolean {
  const rest = restOf(check);
  return rest !== undefined && (onlyClients || rest !== 'account');
}

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
