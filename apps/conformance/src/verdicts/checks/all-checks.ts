import type { Check } from '../verdict.ts';
import { requiresApiKey } from './credential/requires-api-key.ts';
import { bodyIsValid } from './declared/body-is-valid.ts';
import { boundsHold as declaredBoundsHold } from './declared/bounds-hold.ts';
import { headerIsThere } from './declared/header-is-there.ts';
import { mediaTypeIsListed } from './declared/media-type-is-listed.ts';
import { statusIsListed } from './declared/status-is-listed.ts';
import { actIsShown } from './law/act-is-shown.ts';
import { isARecord, isTheOneAskedFor } from './law/asked-is-answered.ts';
import { badInputIsNoInternalError } from './law/bad-input-is-no-internal-error.ts';
import { bundleCountsItsTools } from './law/bundle-counts-its-tools.ts';
import { bundleShowsItsTools } from './law/bundle-shows-its-tools.ts';
import { bundlesAreApart } from './law/bundles-are-apart.ts';
import { cloneIsLikeItsSource } from './law/clone.ts';
import { codeIsForEveryUser } from './law/code-is-for-every-user.ts';
import { countIsOfTheList } from './law/count-is-of-the-list.ts';
import { countersMove } from './law/counters-move.ts';
import { creditsAreTheCallers } from './law/credits-are-the-callers.ts';
import { creditsAreUsedOneByOne } from './law/credits-are-used-one-by-one.ts';
import { cronKeepsItsMeaning } from './law/cron-keeps-its-meaning.ts';
import { currentUserIsTheCaller } from './law/current-user-is-the-caller.ts';
import { cursorIsADateTime } from './law/cursor-is-a-date-time.ts';
import { daysAreApart } from './law/days-are-apart.ts';
import { eachRunIsLoggedOnce } from './law/each-run-is-logged-once.ts';
import { earningsAddUp } from './law/earnings-add-up.ts';
import { isEchoedByReads } from './law/echo.ts';
import { endedSubscriptionIsOver } from './law/ended-subscription-is-over.ts';
import { eventCountsOnce } from './law/event-counts-once.ts';
import { everybodyHasATier } from './law/everybody-has-a-tier.ts';
import { isLeftAlone } from './law/frame.ts';
import { identifierHasOneType } from './law/identifier-has-one-type.ts';
import { installationIsOnesOwn } from './law/installation-is-ones-own.ts';
import { integrationToolsComeTogether } from './law/integration-tools-come-together.ts';
import { invalidCronIsRefused } from './law/invalid-cron-is-refused.ts';
import { jsonErrorIsCalledJson, jsonIsCalledJson } from './law/json-is-called-json.ts';
import { isKept } from './law/kept.ts';
import { keyHasItsValue } from './law/key-has-its-value.ts';
import { listAgreesWithRead } from './law/list-agrees-with-read.ts';
import { listsAreTheCallers } from './law/lists-are-the-callers.ts';
import { logIsOfItsRun } from './law/log-is-of-its-run.ts';
import { logsAreTheCallers } from './law/logs-are-the-callers.ts';
import { messageIsKeptToTheLetter } from './law/message-is-kept-to-the-letter.ts';
import { ndjsonHoldsTheKeptAnswer } from './law/ndjson-holds-the-kept-answer.ts';
import { isNoLoneValue } from './law/no-lone-value.ts';
import { nonsenseIsNoPerfectMatch } from './law/nonsense-is-no-perfect-match.ts';
import { nullIsNoBody } from './law/null-is-no-body.ts';
import { isMadeOnce, refusedIsNothing } from './law/once.ts';
import { onceIsOnceAtOnce } from './law/once-is-once-at-once.ts';
import { oneDefaultKey } from './law/one-default-key.ts';
import { othersChangeNothing } from './law/others-change-nothing.ts';
import { pageIsAsLongAsTheFirst } from './law/page-is-as-long-as-the-first.ts';
import { partOfANameIsNoName } from './law/part-of-a-name-is-no-name.ts';
import { pastBoundIsNotTaken } from './law/past-bound-is-not-taken.ts';
import { pollingKeepsTheSession } from './law/polling-keeps-the-session.ts';
import { privateIsNotShown } from './law/private-is-not-shown.ts';
import { privateWorkerIsClosed } from './law/private-worker-is-closed.ts';
import { readIsListed } from './law/read-is-listed.ts';
import { readsAgree } from './law/reads-agree.ts';
import { redemptionsAreTheCallers } from './law/redemptions-are-the-callers.ts';
import { removedKeyIsRefused } from './law/removed-key-is-refused.ts';
import { reportsAreTheCallers } from './law/reports-are-the-callers.ts';
import { requestIsAnObject } from './law/request-is-an-object.ts';
import { runIsOfItsWorker } from './law/run-is-of-its-worker.ts';
import { runsAreTheCallers } from './law/runs-are-the-callers.ts';
import { sandboxCloneIsNotPrivate } from './law/sandbox-clone-is-not-private.ts';
import { scheduleKeepsItsChat } from './law/schedule-keeps-its-chat.ts';
import { scheduleStaysWithOwnChats } from './law/schedule-stays-with-own-chats.ts';
import { searchDependsOnItsQuery } from './law/search-depends-on-its-query.ts';
import { searchFiltersOnlyRemove } from './law/search-filters-only-remove.ts';
import { sessionStaysWithItsUser } from './law/session-stays-with-its-user.ts';
import { signatureCoversTheEvent } from './law/signature-covers-the-event.ts';
import { generatedSlugIsFree, slugCheckTellsApart } from './law/slug-availability.ts';
import { slugIsOfOneAgent } from './law/slug-is-of-one-agent.ts';
import { streamIsTheKeptAnswer } from './law/stream-is-the-kept-answer.ts';
import { subscriptionsAreTheCallers } from './law/subscriptions-are-the-callers.ts';
import { emptiedTextIsEmpty, fullUpdateLeavesNothing } from './law/text-is-taken-away.ts';
import { threeVibeServices } from './law/three-vibe-services.ts';
import { toolCallsAreLoggedInBothForms } from './law/tool-calls-are-logged-in-both-forms.ts';
import { toolGetsItsOwnInput } from './law/tool-gets-its-own-input.ts';
import { toolKeepsAllLetters } from './law/tool-keeps-all-letters.ts';
import { toolsAreInMcpFormat } from './law/tools-are-in-mcp-format.ts';
import { unsetThemeIsNull } from './law/unset-theme-is-null.ts';
import { unsubscribingEndsOne } from './law/unsubscribing-ends-one.ts';
import { upsertAddsNone } from './law/upsert.ts';
import { usualCronIsTaken } from './law/usual-cron-is-taken.ts';
import { vibePromptIsForItsAgent } from './law/vibe-prompt-is-for-its-agent.ts';
import { vibePromptIsForItsService } from './law/vibe-prompt-is-for-its-service.ts';
import { walkShowsAllOnce } from './law/walk-shows-all-once.ts';
import { workerRunIsShown } from './law/worker-run-is-shown.ts';
import { defaultIsDocumented } from './list/default-is-documented.ts';
import { limitHolds } from './list/limit-holds.ts';
import { pagesJoin } from './list/pages-join.ts';
import { answersAsDocumented } from './probe/answers-as-documented.ts';
import { bodiesAreJson } from './probe/bodies-are-json.ts';
import { boundsHold } from './probe/bounds-hold.ts';
import { credentialIsRequired } from './probe/credential-is-required.ts';
import { hasDocumentedStatus } from './probe/has-documented-status.ts';
import { malformedIdIsRefused } from './probe/malformed-id-is-refused.ts';
import { openNeedsNoCredential } from './probe/open-needs-no-credential.ts';
import { requiredIsDemanded } from './probe/required-is-demanded.ts';
import { toolIsDescribedAsDocumented } from './probe/tool-is-described-as-documented.ts';
import { unknownIdIs404 } from './probe/unknown-id-is-404.ts';
import { validationErrorIsJson } from './probe/validation-error-is-json.ts';
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
import { putIdleIsAccepted } from './run/put-idle-is-accepted.ts';
import { putKeepsHistory } from './run/put-keeps-history.ts';
import { putReturnsRunId } from './run/put-returns-run-id.ts';
import { runIdIsUuid } from './run/run-id-is-uuid.ts';
import { transportsShareRuns } from './run/transports-share-runs.ts';
import { carriesOutput } from './stream/carries-output.ts';
import { carriesToolCalls } from './stream/carries-tool-calls.ts';
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
  requiredIsDemanded,
  toolIsDescribedAsDocumented,
  unknownIdIs404,
  validationErrorIsJson,
  isARecord,
  isNoLoneValue,
  isTheOneAskedFor,
  isKept,
  isEchoedByReads,
  isLeftAlone,
  countersMove,
  removedKeyIsRefused,
  isMadeOnce,
  refusedIsNothing,
  upsertAddsNone,
  cloneIsLikeItsSource,
  defaultIsDocumented,
  limitHolds,
  pagesJoin,
  isOfBadToolInput,
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
  failedJobFreesRun,
  getDuringJobHasJobId,
  getIdleHasNoJobId,
  getIsInConversationOrder,
  getIsMessageArray,
  getMessagesHaveRoleAndContent,
  historyKeepsResponses,
  postDuringJobIsAllowed,
  postReturnsRunId,
  postRunIdIsNew,
  postStartsClear,
  putAfterJobResumes,
  putAppendsMessage,
  putDuringJobAddsNothing,
  putDuringJobIs409,
  putIdleIsAccepted,
  putKeepsHistory,
  putReturnsRunId,
  runIdIsUuid,
  transportsShareRuns,
  carriesOutput,
  carriesToolCalls,
  linesAreJson,
  onlyUserFacingOutput,
  // Laws of streams, lists, searches and schedules.
  streamIsTheKeptAnswer,
  ndjsonHoldsTheKeptAnswer,
  messageIsKeptToTheLetter,
  walkShowsAllOnce,
  pageIsAsLongAsTheFirst,
  cursorIsADateTime,
  eachRunIsLoggedOnce,
  cronKeepsItsMeaning,
  integrationToolsComeTogether,
  invalidCronIsRefused,
  nonsenseIsNoPerfectMatch,
  searchDependsOnItsQuery,
  searchFiltersOnlyRemove,
  toolsAreInMcpFormat,
  usualCronIsTaken,
  onceIsOnceAtOnce,
  creditsAreTheCallers,
  currentUserIsTheCaller,
  oneDefaultKey,
  creditsAreUsedOneByOne,
  toolGetsItsOwnInput,
  toolKeepsAllLetters,
  pollingKeepsTheSession,
  workerRunIsShown,
  toolCallsAreLoggedInBothForms,
  daysAreApart,
  earningsAddUp,
  countIsOfTheList,
  // Identities, input, exact answers.
  badInputIsNoInternalError,
  jsonErrorIsCalledJson,
  jsonIsCalledJson,
  listsAreTheCallers,
  logsAreTheCallers,
  othersChangeNothing,
  pastBoundIsNotTaken,
  privateIsNotShown,
  privateWorkerIsClosed,
  requestIsAnObject,
  runsAreTheCallers,
  signatureCoversTheEvent,
  unsetThemeIsNull,
  // Reads of the same.
  readsAgree,
  listAgreesWithRead,
  bundleShowsItsTools,
  bundlesAreApart,
  // Slugs, prompts, keys, schedules, and texts that are taken away.
  slugCheckTellsApart,
  generatedSlugIsFree,
  threeVibeServices,
  vibePromptIsForItsAgent,
  everybodyHasATier,
  slugIsOfOneAgent,
  subscriptionsAreTheCallers,
  reportsAreTheCallers,
  readIsListed,
  nullIsNoBody,
  redemptionsAreTheCallers,
  eventCountsOnce,
  belongsToItsParent,
  codeIsForEveryUser,
  vibePromptIsForItsService,
  keyHasItsValue,
  scheduleKeepsItsChat,
  scheduleStaysWithOwnChats,
  emptiedTextIsEmpty,
  fullUpdateLeavesNothing,
  // Subscriptions, sessions and installed tools.
  actIsShown,
  unsubscribingEndsOne,
  endedSubscriptionIsOver,
  sandboxCloneIsNotPrivate,
  bundleCountsItsTools,
  partOfANameIsNoName,
  runIsOfItsWorker,
  sessionStaysWithItsUser,
  identifierHasOneType,
  installationIsOnesOwn,
  logIsOfItsRun,
];
