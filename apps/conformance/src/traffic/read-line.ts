import * as z from 'zod';
import type { Captured } from './captured.ts';

/**
 * A line of `judge --exchanges FILE.jsonl`: one request and its answer, as a gateway or a log may write it. It may have
 * more than that.
 */
export const trafficLineSchema = z.object({
  startedAt: z.iso.datetime({ offset: true }).describe('When the request was sent.'),
  durationMs: z.number().min(0).optional().describe('From sending to the end of the answer.'),
  method: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  requestHeaders: z.record(z.string(), z.string()).default({}),
  requestBody: z.string().optional(),
  caller: z
    .string()
    .nullable()
    .optional()
    .describe(
      'A name for who sent it; null where it was sent without a credential; left out, credentials in the request headers tell.',
    ),
  status: z.int().min(100).max(599).optional().describe('Left out where no answer came.'),
  responseHeaders: z.record(z.string(), z.string()).default({}),
  responseBody: z.string().optional().describe('The whole body; left out where it is not known.'),
});

/** What a line captured, or what is wrong with it. */
export type ReadLine =
  | { readonly captured: Captured; readonly problem?: undefined }
  | { readonly captured?: undefined; readonly problem: string };

/** @param source the file's name */
export function fromTrafficLine(value: unknown, source: string): ReadLine {
  const { data: line, error } = trafficLineSchema.safeParse(value);
  if (line !== undefined) return { captured: toCaptured(line, source) };
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { problem: value === undefined ? 'it is no JSON.' : `${problems.join('; ')}.` };
}

/** A log may leave it out, as it may that of the answer. */
function mayHaveBody(method: string): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase());
}

function toCaptured(line: z.infer<typeof trafficLineSchema>, source: string): Captured {
  const { status, responseBody, durationMs = 0, caller } = line;
  const sentAt = Date.parse(line.startedAt);
  const endedAt = sentAt + durationMs;
  const body = responseBody ?? (status === 204 ? '' : undefined);
  return {
    source,
    method: line.method.toUpperCase(),
    url: line.url,
    requestHeaders: Object.entries(line.requestHeaders),
    requestBody: line.requestBody,
    lacksRequestBody: line.requestBody === undefined && mayHaveBody(line.method),
    caller: caller === undefined ? undefined : caller === null ? 'anonymous' : { name: caller },
    sentAt,
    response:
      status === undefined
        ? undefined
        : {
            status,
            headers: Object.entries(line.responseHeaders),
            headersAt: endedAt,
            endedAt,
            body,
            isWhole: body !== undefined,
          },
    isCopy: status === 304,
  };
}
