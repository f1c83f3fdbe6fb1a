import type { Check } from '../../verdict.ts';
import { actAnswersItsAgent } from './act-answers-its-agent.ts';
import { actIsShown } from './act-is-shown.ts';
import { answerAgreesWithReads } from './answer-agrees-with-reads.ts';
import { answersAreTheAskers } from './answers-are-the-askers.ts';
import { isARecord, isTheOneAskedFor } from './asked-is-answered.ts';
import { badInputIsNoInternalError } from './bad-input-is-no-internal-error.ts';
import { bestHitsComeFirst } from './best-hits-come-first.ts';
import { bothPathsAgree } from './both-paths-agree.ts';
import { bundleCountsItsTools } from './bundle-counts-its-tools.ts';
import { bundleShowsItsTools } from './bundle-shows-its-tools.ts';
import { bundleToolsAreItsOwners } from './bundle-tools-are-its-owners.ts';
import { capIsOfTheFilesThere } from './cap-is-of-the-files-there.ts';
import { changedIsThere } from './changed-is-there.ts';
import { charsetMayBeNamed } from './charset-may-be-named.ts';
import { cloneIsLikeItsSource } from './clone.ts';
import { cloneHasAllFiles, cloneKeepsTheOrder } from './clone-has-all-files.ts';
import { cloneHeedsItsBody } from './clone-heeds-its-body.ts';
import { cloneKeepsTheRest } from './clone-keeps-the-rest.ts';
import { codeIsForEveryUser } from './code-is-for-every-user.ts';
import { colorHasDigits } from './color-has-digits.ts';
import { countIsOfTheList } from './count-is-of-the-list.ts';
import { countersMove } from './counters-move.ts';
import { cronKeepsItsMeaning } from './cron-keeps-its-meaning.ts';
import { cronsStayApart } from './crons-stay-apart.ts';
import { currentUserIsTheCaller } from './current-user-is-the-caller.ts';
import { defaultKeyIsMarked } from './default-key-is-marked.ts';
import { isEchoedByReads } from './echo.ts';
import { endedSubscriptionIsOver } from './ended-subscription-is-over.ts';
import { eventCountsOnce } from './event-counts-once.ts';
import { everyTierReadsItsOwn } from './every-tier-reads-its-own.ts';
import { everybodyHasATier } from './everybody-has-a-tier.ts';
import { executionsAreTheCallers } from './executions-are-the-callers.ts';
import { feedbackAnswersItsChat } from './feedback-answers-its-chat.ts';
import { firstPositionIsAPosition } from './first-position-is-a-position.ts';
import { isLeftAlone } from './frame.ts';
import { generatedIsSomething } from './generated-is-something.ts';
import { hasWhatIsDocumented } from './has-what-is-documented.ts';
import { identifierHasOneType } from './identifier-has-one-type.ts';
import { identifierIsInEveryAnswer } from './identifier-is-in-every-answer.ts';
import { installationIsInNobodysWay } from './installation-is-in-nobodys-way.ts';
import { installationIsOnesOwn } from './installation-is-ones-own.ts';
import { integerIdentifierIsANumber } from './integer-identifier-is-a-number.ts';
import { integrationToolsComeTogether } from './integration-tools-come-together.ts';
import { invalidCronIsRefused } from './invalid-cron-is-refused.ts';
import { logEntryIsListedOnce, recordIsListedOnce, toolIsListedOnce } from './is-listed-once.ts';
import { jsonErrorIsCalledJson, jsonIsCalledJson } from './json-is-called-json.ts';
import { isKept } from './kept.ts';
import { keyHasItsValue } from './key-has-its-value.ts';
import { leftOutParameterShowsItsDefault } from './left-out-parameter-shows-its-default.ts';
import { leftOutVisibilityIsNoThird } from './left-out-visibility-is-no-third.ts';
import { listAgreesWithRead } from './list-agrees-with-read.ts';
import { listedFieldsAreOfOneType } from './listed-fields-are-of-one-type.ts';
import { listedSubscriptionIsFound } from './listed-subscription-is-found.ts';
import { listedVibeServiceIsTaken } from './listed-vibe-service-is-taken.ts';
import { listsAreTheCallers } from './lists-are-the-callers.ts';
import { logLaws } from './log-laws.ts';
import { loginSessionsAreApart } from './login-sessions-are-apart.ts';
import { madeLeavesNoEmptyList } from './made-leaves-no-empty-list.ts';
import { madeUnderItsName } from './made-under-its-name.ts';
import { membersAreApart } from './members-are-apart.ts';
import { moneyLaws } from './money-laws.ts';
import { nameFindsItsTool } from './name-finds-its-tool.ts';
import { newKeyIsItsCreators } from './new-key-is-its-creators.ts';
import { nextRunLiesAhead } from './next-run-lies-ahead.ts';
import { isNoLoneValue } from './no-lone-value.ts';
import { nonsenseIsNoPerfectMatch } from './nonsense-is-no-perfect-match.ts';
import { nothingElseChanges } from './nothing-else-changes.ts';
import { notifierLaws } from './notifier-laws.ts';
import { nullIsNoBody } from './null-is-no-body.ts';
import { isMadeOnce, refusedIsNothing } from './once.ts';
import { onceIsOnceAtOnce } from './once-is-once-at-once.ts';
import { oneDefaultKey } from './one-default-key.ts';
import { oneModelHasOneShape } from './one-model-has-one-shape.ts';
import { openListIsForEverybody } from './open-list-is-for-everybody.ts';
import { operationWorksAtAll, runOperationWorksAtAll } from './operation-works-at-all.ts';
import { orderIsOfOwnFiles } from './order-is-of-own-files.ts';
import { othersChangeNothing } from './others-change-nothing.ts';
import { ownThingsAreApart } from './own-things-are-apart.ts';
import { ownerIsNotAssigned } from './owner-is-not-assigned.ts';
import { pageLaws } from './page-laws.ts';
import { partOfANameIsNoName } from './part-of-a-name-is-no-name.ts';
import { partialChangesAddUp } from './partial-changes-add-up.ts';
import { pastBoundIsNotTaken } from './past-bound-is-not-taken.ts';
import { pathIsAnswered } from './path-is-answered.ts';
import { plusIsASpace } from './plus-is-a-space.ts';
import { pollingKeepsTheSession } from './polling-keeps-the-session.ts';
import { previewIsOfItsChat } from './preview-is-of-its-chat.ts';
import { privateIsForAllButTheSandbox } from './private-is-for-all-but-the-sandbox.ts';
import { privateIsNotShown } from './private-is-not-shown.ts';
import { privateWorkerIsClosed } from './private-worker-is-closed.ts';
import { publicIsForTheSandboxToo } from './public-is-for-the-sandbox-too.ts';
import { publicIsShown } from './public-is-shown.ts';
import { readIsListed } from './read-is-listed.ts';
import { readingTheBalanceCostsNothing } from './reading-the-balance-costs-nothing.ts';
import { readsAgree } from './reads-agree.ts';
import { redemptionsAreTheCallers } from './redemptions-are-the-callers.ts';
import { refusedEventBooksNothing } from './refused-event-books-nothing.ts';
import { refusedOrderMovesNothing } from './refused-order-moves-nothing.ts';
import { removalIsShown } from './removal-is-shown.ts';
import { removedBundleHasNoTools } from './removed-bundle-has-no-tools.ts';
import { removedIsNotCloned } from './removed-is-not-cloned.ts';
import { removedKeyIsRefused } from './removed-key-is-refused.ts';
import { requestIsAnObject } from './request-is-an-object.ts';
import { runLaws } from './run-laws.ts';
import { runShowsItsAgent } from './run-shows-its-agent.ts';
import { runsAreTheCallers } from './runs-are-the-callers.ts';
import { sandboxMakesNothingPrivate } from './sandbox-makes-nothing-private.ts';
import { scheduleKeepsItsChat } from './schedule-keeps-its-chat.ts';
import { scheduleStaysWithOwnChats } from './schedule-stays-with-own-chats.ts';
import { searchDependsOnItsQuery } from './search-depends-on-its-query.ts';
import { searchFiltersOnlyRemove } from './search-filters-only-remove.ts';
import { sessionStaysWithItsUser } from './session-stays-with-its-user.ts';
import { signatureCoversTheEvent } from './signature-covers-the-event.ts';
import { slugLaws } from './slug-laws.ts';
import { subscriptionsAreTheCallers } from './subscriptions-are-the-callers.ts';
import { takenOnceIsTakenAgain } from './taken-once-is-taken-again.ts';
import { textIsOfItsRecord } from './text-is-of-its-record.ts';
import { emptiedTextIsEmpty, fullUpdateLeavesNothing } from './text-is-taken-away.ts';
import { theNamedOneIsAnswered } from './the-named-one-is-answered.ts';
import { themeIsOfItsAgent } from './theme-is-of-its-agent.ts';
import { threeVibeServices } from './three-vibe-services.ts';
import { toldIdentifierHasItsType } from './told-identifier-has-its-type.ts';
import { toolGetsItsOwnInput } from './tool-gets-its-own-input.ts';
import { toolKeepsAllLetters } from './tool-keeps-all-letters.ts';
import { toolsAreInMcpFormat } from './tools-are-in-mcp-format.ts';
import { toolsetCountsItsTools } from './toolset-counts-its-tools.ts';
import { uninstalledCanBeInstalled } from './uninstalled-can-be-installed.ts';
import { unsetThemeIsNull } from './unset-theme-is-null.ts';
import { unsubscribingEndsOne } from './unsubscribing-ends-one.ts';
import { updateKeepsTheOrder } from './update-keeps-the-order.ts';
import { upsertAddsNone } from './upsert.ts';
import { useIsKept } from './use-is-kept.ts';
import { usualCronIsTaken } from './usual-cron-is-taken.ts';
import { valuesAreWrittenOut } from './values-are-written-out.ts';
import { vibePromptIsForItsAgent } from './vibe-prompt-is-for-its-agent.ts';
import { vibePromptIsForItsService } from './vibe-prompt-is-for-its-service.ts';
import { visibilityIsOneOfTwo } from './visibility-is-one-of-two.ts';
import { whatIsListedCanBeRead } from './what-is-listed-can-be-read.ts';
import { whatIsNotThereDoesNotAnswer } from './what-is-not-there-does-not-answer.ts';
import { whatIsThereIsFound } from './what-is-there-is-found.ts';

/** The checks of the laws over whole records, histories and streams. */
export const allLaws: readonly Check[] = [
  isARecord,
  isNoLoneValue,
  nextRunLiesAhead,
  newKeyIsItsCreators,
  valuesAreWrittenOut,
  isTheOneAskedFor,
  isKept,
  executionsAreTheCallers,
  whatIsListedCanBeRead,
  textIsOfItsRecord,
  isEchoedByReads,
  answerAgreesWithReads,
  isLeftAlone,
  leftOutParameterShowsItsDefault,
  leftOutVisibilityIsNoThird,
  visibilityIsOneOfTwo,
  countersMove,
  removedBundleHasNoTools,
  removedIsNotCloned,
  removedKeyIsRefused,
  isMadeOnce,
  uninstalledCanBeInstalled,
  plusIsASpace,
  partialChangesAddUp,
  refusedIsNothing,
  upsertAddsNone,
  cloneIsLikeItsSource,
  cloneHeedsItsBody,
  cloneKeepsTheRest,
  cloneHasAllFiles,
  cloneKeepsTheOrder,
  madeUnderItsName,
  cronKeepsItsMeaning,
  integrationToolsComeTogether,
  invalidCronIsRefused,
  colorHasDigits,
  nonsenseIsNoPerfectMatch,
  searchDependsOnItsQuery,
  nameFindsItsTool,
  searchFiltersOnlyRemove,
  toolsAreInMcpFormat,
  usualCronIsTaken,
  onceIsOnceAtOnce,
  currentUserIsTheCaller,
  answersAreTheAskers,
  oneDefaultKey,
  defaultKeyIsMarked,
  toolGetsItsOwnInput,
  toolKeepsAllLetters,
  pollingKeepsTheSession,
  cronsStayApart,
  updateKeepsTheOrder,
  countIsOfTheList,
  badInputIsNoInternalError,
  jsonErrorIsCalledJson,
  charsetMayBeNamed,
  orderIsOfOwnFiles,
  ownerIsNotAssigned,
  jsonIsCalledJson,
  listsAreTheCallers,
  othersChangeNothing,
  pastBoundIsNotTaken,
  privateIsNotShown,
  privateWorkerIsClosed,
  requestIsAnObject,
  runsAreTheCallers,
  signatureCoversTheEvent,
  themeIsOfItsAgent,
  unsetThemeIsNull,
  readsAgree,
  listAgreesWithRead,
  bundleShowsItsTools,
  threeVibeServices,
  vibePromptIsForItsAgent,
  listedVibeServiceIsTaken,
  feedbackAnswersItsChat,
  oneModelHasOneShape,
  previewIsOfItsChat,
  everybodyHasATier,
  everyTierReadsItsOwn,
  subscriptionsAreTheCallers,
  readIsListed,
  nullIsNoBody,
  redemptionsAreTheCallers,
  eventCountsOnce,
  refusedEventBooksNothing,
  codeIsForEveryUser,
  vibePromptIsForItsService,
  keyHasItsValue,
  scheduleKeepsItsChat,
  scheduleStaysWithOwnChats,
  emptiedTextIsEmpty,
  fullUpdateLeavesNothing,
  actIsShown,
  actAnswersItsAgent,
  unsubscribingEndsOne,
  endedSubscriptionIsOver,
  sandboxMakesNothingPrivate,
  bothPathsAgree,
  bundleCountsItsTools,
  toolsetCountsItsTools,
  partOfANameIsNoName,
  sessionStaysWithItsUser,
  hasWhatIsDocumented,
  identifierHasOneType,
  integerIdentifierIsANumber,
  identifierIsInEveryAnswer,
  installationIsInNobodysWay,
  installationIsOnesOwn,
  loginSessionsAreApart,
  changedIsThere,
  runShowsItsAgent,
  removalIsShown,
  madeLeavesNoEmptyList,
  nothingElseChanges,
  publicIsShown,
  whatIsThereIsFound,
  whatIsNotThereDoesNotAnswer,
  capIsOfTheFilesThere,
  ownThingsAreApart,
  toolIsListedOnce,
  recordIsListedOnce,
  logEntryIsListedOnce,
  takenOnceIsTakenAgain,
  firstPositionIsAPosition,
  listedFieldsAreOfOneType,
  bundleToolsAreItsOwners,
  bestHitsComeFirst,
  readingTheBalanceCostsNothing,
  toldIdentifierHasItsType,
  refusedOrderMovesNothing,
  membersAreApart,
  openListIsForEverybody,
  pathIsAnswered,
  generatedIsSomething,
  privateIsForAllButTheSandbox,
  publicIsForTheSandboxToo,
  theNamedOneIsAnswered,
  listedSubscriptionIsFound,
  useIsKept,
  operationWorksAtAll,
  runOperationWorksAtAll,
  ...runLaws,
  ...logLaws,
  ...pageLaws,
  ...slugLaws,
  ...moneyLaws,
  ...notifierLaws,
];
