import { connected, type Reading } from '../errors/connection-error.ts';

/** A body that was read to its end. */
export interface ReadBody {
  text: string;
  /** Parsed where it is JSON, which is never the text itself; the text where it isn't; undefined where it is empty. */
  body: unknown;
  /** Why a body that says it is JSON isn't. */
  cause?: unknown;
}

/** Text first, so that a proxy's page or cut JSON is never lost to a SyntaxError. */
export async function readBody(reading: Reading, response: Response): Promise<ReadBody> {
  const text = await connected(reading, response.text());
  const read: ReadBody = { text, body: text || undefined };
  // Also problem+json and the like.
  if (/[/+]json\b/i.test(`${response.headers.get('content-type')}`)) {
    try {
      read.body = JSON.parse(text);
    } catch (cause) {
      read.cause = cause;
    }
  }
  return read;
}
