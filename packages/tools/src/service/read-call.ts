import { coerce } from '../dialects/coerce.ts';
import type { ToolName } from '../gen/definitions.ts';
import { findDefinition } from '../validate.ts';
import { validateInput } from '../validate-input.ts';
import { readLimited } from './read-limited.ts';
import { invalid, ServiceError } from './service-error.ts';

const largestBody = 1_048_576;

/** A request as the tool's input. @throws {ServiceError} where the manifest refuses it. */
export async function readCall(
  request: Request,
  { tool, parameters }: { tool: ToolName; parameters: Record<string, string> },
): Promise<Record<string, unknown>> {
  const definition = findDefinition(tool);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  // A query has text only, so numbers and booleans are read from it.
  const read = coerce(definition, query).input;
  const input = {
    ...Object(read),
    ...(request.method === 'POST' && (await readJson(request))),
    ...parameters,
  };
  const [problem] = validateInput(definition, input);
  if (problem) throw invalid(problem.path, `${problem.message}.`);
  if (unstorable.test(JSON.stringify(input)))
    throw new ServiceError({
      status: 400,
      code: 'invalid_param',
      message: 'A text holds half a character, or NUL.',
    });
  return input;
}

/** Escapes of half a surrogate pair and of NUL in JSON text: databases refuse both. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

async function readJson(request: Request): Promise<object> {
  const bytes = await readLimited(request, largestBody);
  if (!bytes)
    throw new ServiceError({
      status: 413,
      code: 'too_large',
      message: `A body may have ${largestBody} bytes.`,
    });
  if (bytes.byteLength === 0) return {};
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Said below, like any other body that isn't an object.
  }
  throw new ServiceError({ status: 400, code: 'invalid_json', message: 'The body must be one JSON object.' });
}
