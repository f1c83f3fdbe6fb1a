import type { z } from 'zod';
import { apiError } from './api-error.ts';

/** The JSON body of a request; an empty one counts as `{}`. @throws a 422 that names what is wrong. */
export async function readBody<Schema extends z.ZodType>(
  request: { text(): Promise<string> },
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(await request.text()));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message, code }) => ({
    loc: ['body', ...path.map(String)],
    msg: message,
    type: code,
  }));
  throw apiError(422, issues);
}

function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw apiError(422, [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
  }
}
