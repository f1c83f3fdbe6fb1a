import * as z from 'zod';
import type { Ended } from '../run-program.ts';

const answerSchema = z.object({
  summary: z.object({ deployable: z.boolean().nullable(), reason: z.string().nullish() }),
  notices: z.array(z.object({ text: z.string() })).default([]),
});

export interface Deployability {
  /** Null while something was not verified yet. */
  readonly deployable: boolean | null;
  readonly reason: string;
}

/**
 * Reads what `can-i-deploy` found out. Its exit code says 0 whatever the answer, when it is asked for JSON.
 *
 * @returns undefined when it is no answer, as for a name that the broker doesn't know
 */
export function readDeployability({ out }: Ended): Deployability | undefined {
  const parsed = answerSchema.safeParse(parseJson(out));
  if (!parsed.success) return undefined;
  const { summary, notices } = parsed.data;
  const reason = summary.reason ?? notices.map(({ text }) => text).join(' ');
  return { deployable: summary.deployable, reason };
}

/** Whatever is said around the document is left out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
