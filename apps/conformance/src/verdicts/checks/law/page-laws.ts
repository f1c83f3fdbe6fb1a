import type { Check } from '../../verdict.ts';
import { cursorIsADateTime } from './cursor-is-a-date-time.ts';
import { cursorIsOneMoment } from './cursor-is-one-moment.ts';
import { pageIsAsLongAsTheFirst } from './page-is-as-long-as-the-first.ts';
import { pagesShowTheListAlone } from './pages-show-the-list-alone.ts';
import { shownCursorIsTaken } from './shown-cursor-is-taken.ts';
import { walkShowsAllOnce } from './walk-shows-all-once.ts';

/** Laws of lists that come in pages. */
export const pageLaws: readonly Check[] = [
  walkShowsAllOnce,
  pageIsAsLongAsTheFirst,
  pagesShowTheListAlone,
  cursorIsADateTime,
  shownCursorIsTaken,
  cursorIsOneMoment,
];
