import type { Evidence } from '../../verdicts/evidence/evidence.ts';
import type { Reason } from '../../verdicts/reason.ts';
import { describeChange, roundly, times } from '../headline.ts';
import { inGroups } from '../in-groups.ts';
import type { Reasons } from './sentences.ts';

export const pieces: Readonly<Record<Evidence, string>> = {
  'start-accepted': 'an accepted POST',
  'run-id': 'a POST that gave a run id',
  'put-answered': 'a PUT to a run',
  'put-accepted': 'an accepted PUT',
  'put-conflict': 'a PUT that was answered 409',
  'turn-hung-up': 'an answer in the middle of which the client hung up',
  'run-read': 'a GET of a run',
  'job-asked': 'an accepted message that asks for a background job',
  'failing-job-asked': 'an accepted message that asks for a failing job',
  'job-shown': 'a GET that shows a running job',
  'job-running': 'a running job, by a GET that shows it or a PUT that is refused',
  'text-stream': 'a text stream that came to its end',
  'ndjson-stream': 'an NDJSON stream that came to its end',
  'tool-call-stream': 'a stream in which the tool was called',
  'slow-stream': 'an answer that took its time',
  'run-call': 'a call that succeeded with a valid key',
  'invalid-key': 'a call without a valid key',
  success: 'a request that succeeded',
  'no-credential': 'a request without a valid credential',
  'credential-demanded': 'a refusal for want of a credential',
  bounds: 'a value at or past a bound',
  'left-out': 'a request without the required parameter',
  'unknown-id': 'a request for an unknown identifier',
  'malformed-id': 'a request for a malformed identifier',
  mutation: 'a refusal of a request with something wrong about it',
  'validation-error': 'an answer with status 422',
  'condition-tried': 'a request under this condition',
  'tool-listed': 'the list of tools',
  'tool-run': 'the tool run with valid input',
  'tool-run-odd': 'the tool run with other input',
  'list-with-limit': 'a list with a limit',
  'list-page': 'a second page of a list',
  'default-left-out': 'requests with and without the parameter',
  'record-made': 'a record that was made',
  'record-written': 'a record that was written under known names',
  'record-read': 'a record that was read',
  'record-shown': 'an answer that shows a record under known names',
  'record-removed': 'a record that was removed',
  'records-listed': 'a list with known identifiers',
  'order-written': 'files that were put in order',
  'foreign-call': 'a request for it by somebody else',
  'jwt-attached': 'a JWT that was attached to a session',
  'jwt-read': 'a read of a JWT',
  'key-created': 'an API key that was created, with its value',
  answer: 'an answer of one of these operations',
  'created-key-used': 'a run started with a created key',
  'bad-request': 'a request with something wrong about it',
  'odd-body': 'a request with another body than the documented one',
  'null-body': 'a request with the body null',
  'json-error': 'an error with a JSON body',
  'earnings-shown': 'earnings of more than one day',
  'told-place': 'an answer of which it is told by what name it has the identifier in its path',
  'known-field': 'an answer that has, or should have, a field with a known name',
  'several-listed': 'a list of more than one record',
  'daily-report': 'a report of days',
  'tools-found': 'a search that found tools',
  'cron-sent': 'a request with a cron expression',
  'cron-answered': 'an answer to a cron expression',
  'code-redeemed': 'a code that was redeemed',
  'run-started': 'a run that was started',
  'run-continued': 'a message to a run that was started',
  'started-run-read': 'the view or log of a run that was started',
  'change-made': 'a change that succeeded',
  repeated: 'the same request, answered twice',
  'other-input': 'the same operation, for something else',
  'two-users': 'the same operation, for another user',
  'read-twice': 'the same read, twice in one sequence',
  'named-read': 'a read of what the request names',
  'success-twice': 'two requests of one operation that succeeded',
  'success-of-each': 'a request of each of these operations that succeeded',
  'sent-at-once': 'the same request, sent twice at once',
  'once-only': 'the same request, refused with 402 before and after those at once',
  'started-in-both-forms': 'runs that were started in both forms',
};

export const reasons: Reasons = {
  'needs-config': ({ what }) => `needs ${what} in the config`,
  unseen: ({ lacks, of, refused }) =>
    `${lackInWords(lacks, of)}${refused === undefined ? '' : ` (${refused.operation} was answered ${refused.status}: are its fixtures still good?)`}`,
  'job-lasts': ({ seconds }) =>
    `a job had not ended after ${seconds} s (--job-timeout), or its signal stays; fixtures.jobSeconds in the config tells how long one may`,
  trouble: ({ operation, status, message, lacks }) =>
    `the target had trouble (${operation}: ${message ?? `status ${status}`})${lacks.length === 0 ? '' : `; ${lackInWords(lacks, lacks)}`}`,
  'answer-changed': (change) => describeChange(change),
  'others-may-explain': () =>
    'seen, but a request that was not recorded may be the reason; run sends its own requests and knows',
  redacted: () => 'seen, but a value that was redacted may be the reason',
  'check-crashed': ({ message }) => `the check itself failed (an error of this program): ${message}`,
  stopped: (reason) =>
    `${reason.sent === true ? 'not seen' : 'not sent'}: ${endedBy[reason.by]}${howFar(reason)}`,
  'step-missing': ({ step, operation, status }) => {
    const what = `step ${step}${operation === undefined ? '' : ` (${operation})`}`;
    return status === undefined
      ? `${what} could not be sent: what it needs of earlier answers or of the config was not there`
      : `${what} was refused with status ${status}, so that what comes after it shows nothing`;
  },
  'no-such-case': () => 'seed and path lead to no scenario: are they those of the report?',
  'did-not-come-back': ({ kept }) =>
    `kept ${times(kept)}, but the finding did not come back in its own run either: a race may show it, or chance`,
  'not-verified': ({ why }) => why,
};

const endedBy = {
  interrupted: 'the run was interrupted',
  killed: 'the run was killed',
  'max-requests': 'the run was ended by --max-requests',
  'max-time': 'the run was ended by --max-time',
  'first-finding': 'the run was ended by its first finding',
  'target-lost': 'the target was lost',
  'target-changed': 'the target no longer answered as at first',
  'target-restarted': 'the target was started anew and had forgotten what was made on it',
} as const;

/** Such as: after 412 of about 1,600 requests. */
function howFar({ requests, planned }: Extract<Reason, { readonly kind: 'stopped' }>): string {
  if (requests === undefined) return '';
  const all = planned === undefined || planned <= requests ? '' : ` of about ${roundly(planned)}`;
  return ` after ${inGroups(requests)}${all} ${requests === 1 && all === '' ? 'request' : 'requests'}`;
}

function lackInWords(lacks: readonly Evidence[], of: readonly Evidence[]): string {
  const words = (some: readonly Evidence[]): string => some.map((piece) => pieces[piece]).join('; ');
  if (lacks.length > 0) return `not seen: ${words(lacks)}`;
  return `seen, but nothing that settles it${of.length === 0 ? '' : `: ${words(of)}`}`;
}
