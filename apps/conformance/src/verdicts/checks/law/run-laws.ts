import type { Check } from '../../verdict.ts';
import { continuedRunsSignalAlike } from './continued-runs-signal-alike.ts';
import { eachStartMakesOneRun } from './each-start-makes-one-run.ts';
import { emptyMessageResumes } from './empty-message-resumes.ts';
import { historyIsNoPage } from './history-is-no-page.ts';
import { jobCanBePolled } from './job-can-be-polled.ts';
import { jobHasSpokenAtItsEnd } from './job-has-spoken-at-its-end.ts';
import { jobSpeaksOnce } from './job-speaks-once.ts';
import { jobsBeginInBothForms } from './jobs-begin-in-both-forms.ts';
import { laterToolCallsAreLogged } from './later-tool-calls-are-logged.ts';
import { messageIsKeptToTheLetter } from './message-is-kept-to-the-letter.ts';
import { messageIsNoInternalError } from './message-is-no-internal-error.ts';
import { ndjsonHoldsTheKeptAnswer } from './ndjson-holds-the-kept-answer.ts';
import { newestRunIsListed } from './newest-run-is-listed.ts';
import { readingARunAddsNothing } from './reading-a-run-adds-nothing.ts';
import { refusedMessageAddsNothing } from './refused-message-adds-nothing.ts';
import { runIsOfItsWorker } from './run-is-of-its-worker.ts';
import { runOutlastsHangUp } from './run-outlasts-hang-up.ts';
import { runWithAJobIsListed } from './run-with-a-job-is-listed.ts';
import { runsOfBothFormsAreListed } from './runs-of-both-forms-are-listed.ts';
import { signalsAreOfTheirRun } from './signals-are-of-their-run.ts';
import { streamIsTheKeptAnswer } from './stream-is-the-kept-answer.ts';
import { streamsComeToAnEnd } from './streams-come-to-an-end.ts';
import { streamsTearNoCharacter } from './streams-tear-no-character.ts';
import { toolAnswerFollowsItsCall } from './tool-answer-follows-its-call.ts';
import { toolCallsAreLoggedInBothForms } from './tool-calls-are-logged-in-both-forms.ts';
import { workerRunIsShown } from './worker-run-is-shown.ts';

/** Laws of runs, of what streams and histories show, and of background jobs. */
export const runLaws: readonly Check[] = [
  refusedMessageAddsNothing,
  runOutlastsHangUp,
  streamIsTheKeptAnswer,
  ndjsonHoldsTheKeptAnswer,
  messageIsKeptToTheLetter,
  messageIsNoInternalError,
  streamsComeToAnEnd,
  streamsTearNoCharacter,
  workerRunIsShown,
  toolCallsAreLoggedInBothForms,
  laterToolCallsAreLogged,
  toolAnswerFollowsItsCall,
  signalsAreOfTheirRun,
  continuedRunsSignalAlike,
  jobSpeaksOnce,
  jobHasSpokenAtItsEnd,
  jobsBeginInBothForms,
  jobCanBePolled,
  emptyMessageResumes,
  runsOfBothFormsAreListed,
  runIsOfItsWorker,
  readingARunAddsNothing,
  historyIsNoPage,
  eachStartMakesOneRun,
  runWithAJobIsListed,
  newestRunIsListed,
];
