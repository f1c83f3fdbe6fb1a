import type { Check } from '../../verdict.ts';
import { activePushesAreListed } from './active-pushes-are-listed.ts';
import { deviceKeepsTheRest } from './device-keeps-the-rest.ts';
import { marksAreKept } from './marks-are-kept.ts';
import { notificationsAreTheCallers } from './notifications-are-the-callers.ts';
import { notificationsKeepTheirTexts } from './notifications-keep-their-texts.ts';
import { notifierPagesJoin } from './notifier-pages-join.ts';
import { pushesFitWhatWasAsked } from './pushes-fit-what-was-asked.ts';
import { readingToolShowsSomething } from './reading-tool-shows-something.ts';
import { removalLeavesTheOthers } from './removal-leaves-the-others.ts';
import { updateLeavesTheOthers } from './update-leaves-the-others.ts';
import { updateMakesNoOther } from './update-makes-no-other.ts';

/** Laws of what the notification service keeps. */
export const notifierLaws: readonly Check[] = [
  notificationsAreTheCallers,
  deviceKeepsTheRest,
  notificationsKeepTheirTexts,
  notifierPagesJoin,
  activePushesAreListed,
  marksAreKept,
  removalLeavesTheOthers,
  pushesFitWhatWasAsked,
  readingToolShowsSomething,
  updateMakesNoOther,
  updateLeavesTheOthers,
];
