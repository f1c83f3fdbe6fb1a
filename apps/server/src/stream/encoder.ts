import type { LoggedEvent } from '../domain/run-event.ts';

/** Turns the events of a turn into a response body, one event at a time. */
export interface Encoder {
  contentType: string;
  /** @returns undefined for events that this form doesn't show. */
  encode(logged: LoggedEvent): string | undefined;
}
