import { z } from 'zod';
import { apiError, type Fault } from './api-error.ts';

const messageBody = z.object({ message: z.string() });

/** Reads the message out of a request body. @throws a 422 that names what is wrong. */
export async function readMessage(request: { text(): Promise<string> }): Promise<string> {
  const parsed = messageBody.safeParse(parseJson(await request.text()));
  if (!parsed.success) throw apiError(422, parsed.error.issues.map(toFault));
  return parsed.data.message;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError(422, [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
  }
}

function toFault(issue: z.core.$ZodIssue): Fault {
  return { loc: ['body', ...issue.path.map(toLocation)], msg: issue.message, type: issue.code };
}

function toLocation(part: PropertyKey): string | number {
  return typeof part === 'number' ? part : String(part);
}
