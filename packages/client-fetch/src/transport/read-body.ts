/** A body that was read to its end. */
export interface ReadBody {
  text: string;
  /** Parsed where it is JSON, the text where it isn't, undefined where it is empty. */
  body: unknown;
  /** Whether the content type says JSON and the text is. */
  isJson: boolean;
  /** Why a body that says it is JSON isn't. */
  cause?: unknown;
}

/** Text first, so that a proxy's page or cut JSON is never lost to a SyntaxError. */
export async function readBody(response: Response): Promise<ReadBody> {
  const text = await response.text();
  if (!saysJson(response.headers)) return { text, body: text === '' ? undefined : text, isJson: false };
  try {
    return { text, body: JSON.parse(text), isJson: true };
  } catch (cause) {
    return { text, body: text === '' ? undefined : text, isJson: false, cause };
  }
}

/** Also of problem+json and the like. */
function saysJson(headers: Headers): boolean {
  return /^application\/(?:[^;]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}
