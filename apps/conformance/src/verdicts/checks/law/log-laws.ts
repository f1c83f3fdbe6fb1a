import type { Check } from '../../verdict.ts';
import { eachRunIsLoggedOnce } from './each-run-is-logged-once.ts';
import { logDoesNotShrink } from './log-does-not-shrink.ts';
import { logIsNotEmptied } from './log-is-not-emptied.ts';
import { logIsOfItsRun } from './log-is-of-its-run.ts';
import { logKeepsTheInput } from './log-keeps-the-input.ts';
import { logNamesItsRun } from './log-names-its-run.ts';
import { loggedTimesAreOfNow } from './logged-times-are-of-now.ts';
import { logsAreTheCallers } from './logs-are-the-callers.ts';
import { readingALogAddsNothing } from './reading-a-log-adds-nothing.ts';
import { runLogEntryIsLogged } from './run-log-entry-is-logged.ts';
import { runLogEntryIsNew } from './run-log-entry-is-new.ts';
import { toolRunsAreLogged } from './tool-runs-are-logged.ts';

/** Laws of what is logged of runs and tools. */
export const logLaws: readonly Check[] = [
  eachRunIsLoggedOnce,
  logDoesNotShrink,
  logIsNotEmptied,
  logIsOfItsRun,
  logKeepsTheInput,
  logNamesItsRun,
  loggedTimesAreOfNow,
  logsAreTheCallers,
  readingALogAddsNothing,
  runLogEntryIsLogged,
  runLogEntryIsNew,
  toolRunsAreLogged,
];
