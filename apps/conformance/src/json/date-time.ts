const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** A time of which the seconds stay as they are written, so that no digit of theirs is lost. */
export interface DateTime {
  /** The beginning of the minute, in ms since the epoch. */
  readonly minute: number;
  /** With the colon before them; empty where there are none. */
  readonly seconds: string;
}

/** Undefined of a text that is no date-time, or does not tell its offset. */
export function readDateTime(text: string): DateTime | undefined {
  const [, local = '', seconds = '', offset = ''] = dateTime.exec(text) ?? [];
  const minute = Date.parse(`${local}${offset}`);
  return Number.isNaN(minute) ? undefined : { minute, seconds };
}
