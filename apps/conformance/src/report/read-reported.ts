import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Report, reportSchema } from './report.ts';

const recordedExchange = z.object({
  scenario: z.string(),
  step: z.number(),
  attempt: z.number(),
  operation: z.string(),
  request: z.object({ method: z.string(), url: z.string(), body: z.string().optional() }),
  sentAt: z.number(),
  response: z
    .object({
      status: z.number(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      headersAt: z.number(),
      endedAt: z.number(),
      body: z.object({
        text: z.string(),
        chunks: z.array(z.object({ bytes: z.number() })),
        ended: z.enum(['complete', 'cut']),
      }),
    })
    .optional(),
  fault: z.object({ message: z.string(), at: z.number() }).optional(),
});

/** An exchange as far as a report needs it; see `Exchange`. */
export type RecordedExchange = z.infer<typeof recordedExchange>;

export interface Reported {
  readonly report: Report;
  /** The recording, line by line; reading it throws a UsageError when it is missing or damaged. */
  readonly exchanges: () => AsyncIterable<RecordedExchange>;
}

/**
 * Opens a folder that `run --results` has written.
 *
 * @throws UsageError when there is no report in it, or one of another form
 */
export async function readReported(folder: string): Promise<Reported> {
  return { report: await readReport(join(folder, 'report.json')), exchanges: () => readExchanges(folder) };
}

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be read (${cause.code}). A folder of run --results has it.`, {
      cause,
    });
  });
  const parsed = reportSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${path} is no report of this version of agent-conformance: ${issue?.path.join('.') || 'the document'}: ${issue?.message}. Run it again.`,
  );
}

/** In bytes. */
const readAtOnce = 2 ** 20;

async function* readExchanges(folder: string): AsyncGenerator<RecordedExchange> {
  const path = join(folder, 'exchanges.jsonl');
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: readAtOnce });
  let number = 0;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      const parsed = recordedExchange.safeParse(parseJson(line));
      if (!parsed.success) throw new UsageError(`${path}, line ${number}, is no exchange.`);
      yield parsed.data;
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} can't be read: ${why}`, { cause });
  }
}
