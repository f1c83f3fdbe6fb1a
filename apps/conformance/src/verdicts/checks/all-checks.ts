import type { Check } from '../verdict.ts';
import { requiresApiKey } from './credential/requires-api-key.ts';
import { bodyIsValid } from './declared/body-is-valid.ts';
import { boundsHold as declaredBoundsHold } from './declared/bounds-hold.ts';
import { headerIsThere } from './declared/header-is-there.ts';
import { mediaTypeIsListed } from './declared/media-type-is-listed.ts';
import { statusIsListed } from './declared/status-is-listed.ts';
import { allLaws } from './law/all-laws.ts';
import { defaultIsDocumented } from './list/default-is-documented.ts';
import { limitHolds } from './list/limit-holds.ts';
import { pagesJoin } from './list/pages-join.ts';
import { allPushesAreGone } from './notifier/all-pushes-are-gone.ts';
import { badInputDoesNothing } from './notifier/bad-input-does-nothing.ts';
import { changeIsShown } from './notifier/change-is-shown.ts';
import { defaultShowsAsMany } from './notifier/default-shows-as-many.ts';
import { dismissalIsShown } from './notifier/dismissal-is-shown.ts';
import { guidMakesOne } from './notifier/guid-makes-one.ts';
import { madeIsListed } from './notifier/made-is-listed.ts';
import { optionalMayBeLeftOut } from './notifier/optional-may-be-left-out.ts';
import { removedIsGone } from './notifier/removed-is-gone.ts';
import { takesWhatIsDocumented } from './notifier/takes-what-is-documented.ts';
import { unmutingIsShown } from './notifier/unmuting-is-shown.ts';
import { uploadGivesAUrl } from './notifier/upload-gives-a-url.ts';
import { answersAsDocumented } from './probe/answers-as-documented.ts';
import { bodiesAreJson } from './probe/bodies-are-json.ts';
import { boundsHold } from './probe/bounds-hold.ts';
import { credentialIsRequired } from './probe/credential-is-required.ts';
import { hasDocumentedStatus } from './probe/has-documented-status.ts';
import { malformedIdIsRefused } from './probe/malformed-id-is-refused.ts';
import { openNeedsNoCredential } from './probe/open-needs-no-credential.ts';
import { optionalBodyMayBeLeftOut } from './probe/optional-body-may-be-left-out.ts';
import { requiredIsDemanded } from './probe/required-is-demanded.ts';
import { toolIsDescribedAsDocumented } from './probe/tool-is-described-as-documented.ts';
import { unknownIdIs404 } from './probe/unknown-id-is-404.ts';
import { validationErrorIsJson } from './probe/validation-error-is-json.ts';
import { capIsAsTold } from './refusal/cap-is-as-told.ts';
import { isOfBadToolInput } from './refusal/is-of-bad-tool-input.ts';
import { isRefusedAsDocumented } from './refusal/is-refused-as-documented.ts';
import { attachedJwtIsRead } from './resource/attached-jwt-is-read.ts';
import { belongsToItsParent } from './resource/belongs-to-its-parent.ts';
import { createdKeyOpens } from './resource/created-key-opens.ts';
import { hiddenOmitsTheKey } from './resource/hidden-omits-the-key.ts';
import { isApart } from './resource/is-apart.ts';
import { isGoneAfterRemoval } from './resource/is-gone-after-removal.ts';
import { isInOrder } from './resource/is-in-order.ts';
import { isListed } from './resource/is-listed.ts';
import { isNew } from './resource/is-new.ts';
import { isReadOnce } from './resource/is-read-once.ts';
import { keepsWhatWasWritten } from './resource/keeps-what-was-written.ts';
import { readsBack } from './resource/reads-back.ts';
import { toolsetHasTools } from './resource/toolset-has-tools.ts';
import { failedJobFreesRun } from './run/failed-job-frees-run.ts';
import { getDuringJobHasJobId } from './run/get-during-job-has-job-id.ts';
import { getIdleHasNoJobId } from './run/get-idle-has-no-job-id.ts';
import { getIsInConversationOrder } from './run/get-is-in-conversation-order.ts';
import { getIsMessageArray } from './run/get-is-message-array.ts';
import { getMessagesHaveRoleAndContent } from './run/get-messages-have-role-and-content.ts';
import { historyKeepsResponses } from './run/history-keeps-responses.ts';
import { postDuringJobIsAllowed } from './run/post-during-job-is-allowed.ts';
import { postReturnsRunId } from './run/post-returns-run-id.ts';
import { postRunIdIsNew } from './run/post-run-id-is-new.ts';
import { postStartsClear } from './run/post-starts-clear.ts';
import { putAfterJobResumes } from './run/put-after-job-resumes.ts';
import { putAppendsMessage } from './run/put-appends-message.ts';
import { putDuringJobAddsNothing } from './run/put-during-job-adds-nothing.ts';
import { putDuringJobIs409 } from './run/put-during-job-is-409.ts';
import { putDuringJobLeavesJob } from './run/put-during-job-leaves-job.ts';
import { putIdleIsAccepted } from './run/put-idle-is-accepted.ts';
import { putKeepsHistory } from './run/put-keeps-history.ts';
import { putReturnsRunId } from './run/put-returns-run-id.ts';
import { runIdIsUuid } from './run/run-id-is-uuid.ts';
import { shownMessagesStay } from './run/shown-messages-stay.ts';
import { transportsShareRuns } from './run/transports-share-runs.ts';
import { carriesOutput } from './stream/carries-output.ts';
import { carriesToolCalls } from './stream/carries-tool-calls.ts';
import { comesPieceByPiece } from './stream/comes-piece-by-piece.ts';
import { linesAreJson } from './stream/lines-are-json.ts';
import { onlyUserFacingOutput } from './stream/only-user-facing-output.ts';

/** Every check there is: the rules of the contract name them under `checks`. */

export const allChecks: readonly Check[] = [
  requiresApiKey,
  // What the deployment's own document declares.
  statusIsListed,
  mediaTypeIsListed,
  bodyIsValid,
  headerIsThere,
  declaredBoundsHold,
  answersAsDocumented,
  bodiesAreJson,
  boundsHold,
  credentialIsRequired,
  hasDocumentedStatus,
  malformedIdIsRefused,
  openNeedsNoCredential,
  optionalBodyMayBeLeftOut,
  requiredIsDemanded,
  toolIsDescribedAsDocumented,
  unknownIdIs404,
  validationErrorIsJson,
  defaultIsDocumented,
  limitHolds,
  pagesJoin,
  allPushesAreGone,
  badInputDoesNothing,
  changeIsShown,
  defaultShowsAsMany,
  dismissalIsShown,
  guidMakesOne,
  optionalMayBeLeftOut,
  madeIsListed,
  removedIsGone,
  takesWhatIsDocumented,
  unmutingIsShown,
  uploadGivesAUrl,
  isOfBadToolInput,
  capIsAsTold,
  isRefusedAsDocumented,
  attachedJwtIsRead,
  createdKeyOpens,
  hiddenOmitsTheKey,
  isApart,
  isGoneAfterRemoval,
  isInOrder,
  isListed,
  isNew,
  isReadOnce,
  keepsWhatWasWritten,
  readsBack,
  toolsetHasTools,
  failedJobFreesRun,
  getDuringJobHasJobId,
  getIdleHasNoJobId,
  getIsInConversationOrder,
  getIsMessageArray,
  getMessagesHaveRoleAndContent,
  historyKeepsResponses,
  shownMessagesStay,
  postDuringJobIsAllowed,
  postReturnsRunId,
  postRunIdIsNew,
  postStartsClear,
  putAfterJobResumes,
  putAppendsMessage,
  putDuringJobAddsNothing,
  putDuringJobIs409,
  putDuringJobLeavesJob,
  putIdleIsAccepted,
  putKeepsHistory,
  putReturnsRunId,
  runIdIsUuid,
  transportsShareRuns,
  carriesOutput,
  carriesToolCalls,
  linesAreJson,
  onlyUserFacingOutput,
  comesPieceByPiece,
  belongsToItsParent,
  ...allLaws,
];
