/**
 * What a check may ask to see. A rule that is not observed lacks one of the pieces that its check names, or has them
 * all and they settle nothing. These are of the Workers API.
 */
const evidenceOfRuns = [
  'start-accepted',
  'run-id',
  'put-answered',
  'put-accepted',
  'put-conflict',
  'turn-hung-up',
  'run-read',
  'job-asked',
  'failing-job-asked',
  'job-shown',
  'job-running',
  'text-stream',
  'ndjson-stream',
  'tool-call-stream',
  'slow-stream',
  'run-call',
  'invalid-key',
] as const;

/** These are of the User API. */
const evidenceOfRecords = [
  'success',
  'no-credential',
  'credential-demanded',
  'bounds',
  'left-out',
  'unknown-id',
  'malformed-id',
  'mutation',
  'validation-error',
  'condition-tried',
  'tool-listed',
  'tool-run',
  'tool-run-odd',
  'list-with-limit',
  'list-page',
  'default-left-out',
  'record-made',
  'record-written',
  'record-read',
  'record-shown',
  'record-removed',
  'records-listed',
  'order-written',
  'foreign-call',
  'jwt-attached',
  'jwt-read',
  'key-created',
  'created-key-used',
  'answer',
  'bad-request',
  'odd-body',
  'null-body',
  'json-error',
  'earnings-shown',
  'known-field',
  'told-place',
  'several-listed',
  'daily-report',
  'tools-found',
  'cron-sent',
  'cron-answered',
  'code-redeemed',
  'run-started',
  'run-continued',
  'started-run-read',
  'change-made',
] as const;

/** What several requests show together, of either API. */
const evidenceOfComparisons = [
  'repeated',
  'other-input',
  'two-users',
  'read-twice',
  'named-read',
  'success-twice',
  'success-of-each',
  'sent-at-once',
  'once-only',
  'started-in-both-forms',
] as const;

export const evidenceKinds = [...evidenceOfRuns, ...evidenceOfRecords, ...evidenceOfComparisons] as const;

export type EvidenceOfRuns = (typeof evidenceOfRuns)[number];

export type EvidenceOfRecords = (typeof evidenceOfRecords)[number];

export type EvidenceOfComparisons = (typeof evidenceOfComparisons)[number];

export type Evidence = (typeof evidenceKinds)[number];

export function isOfRuns(piece: Evidence): piece is EvidenceOfRuns {
  return evidenceOfRuns.some((one) => one === piece);
}

export function isOfComparisons(piece: Evidence): piece is EvidenceOfComparisons {
  return evidenceOfComparisons.some((one) => one === piece);
}
