import type { Logger } from './logger.ts';

/** Something that went wrong inside. */
export interface RecentError {
  at: Date;
  /** What the log calls it. */
  sentence: string;
  /** What the error itself says, cut to 300 characters. */
  reason: string;
}

const kept = 20;
const maximumLength = 300;

/** Keeps the last 20 errors that a logger hears of, newest first, for who looks at a page and not at the log. */
export function rememberErrors(logger: Logger): { logger: Logger; recentErrors: readonly RecentError[] } {
  const errors: RecentError[] = [];
  return {
    recentErrors: errors,
    logger(sentence, details = {}) {
      const { level = 'error', error } = details;
      if (level === 'error') {
        const reason = error === undefined ? '' : String(error).slice(0, maximumLength);
        errors.unshift({ at: new Date(), sentence, reason });
        errors.splice(kept);
      }
      logger(sentence, details);
    },
  };
}
