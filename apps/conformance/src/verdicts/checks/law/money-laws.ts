import type { Check } from '../../verdict.ts';
import { checkoutsAreApart } from './checkouts-are-apart.ts';
import { creditsAreTheCallers } from './credits-are-the-callers.ts';
import { creditsAreUsedOneByOne } from './credits-are-used-one-by-one.ts';
import { daysAreApart } from './days-are-apart.ts';
import { eachDayHasItsRow } from './each-day-has-its-row.ts';
import { earningsAddUp } from './earnings-add-up.ts';
import { eventMayHaveSpaces } from './event-may-have-spaces.ts';
import { reportFitsItsPeriod } from './report-fits-its-period.ts';
import { reportsAreTheCallers } from './reports-are-the-callers.ts';
import { useLowersTheBalance } from './use-lowers-the-balance.ts';

/** Laws of credits, and of reports on what was earned. */
export const moneyLaws: readonly Check[] = [
  checkoutsAreApart,
  creditsAreTheCallers,
  creditsAreUsedOneByOne,
  daysAreApart,
  eachDayHasItsRow,
  earningsAddUp,
  eventMayHaveSpaces,
  reportFitsItsPeriod,
  reportsAreTheCallers,
  useLowersTheBalance,
];
