/** The languages that the code interpreter runs; the first is the default. */
export const languages = ['javascript', 'python'] as const;

export type Language = (typeof languages)[number];

/** How a program ended. `output` is what it printed, in order. */
export type JobOutcome =
  | { status: 'succeeded'; result: unknown; output: string }
  | { status: 'failed'; error: string; output: string };

/** The outcome in words for the conversation. */
export function describeOutcome(outcome: JobOutcome): string {
  const printed = outcome.output ? `\nIt printed:\n${outcome.output}` : '';
  if (outcome.status === 'failed') return `The background job failed: ${outcome.error}${printed}`;
  return `The background job finished. Result: ${inWords(outcome.result)}${printed}`;
}

function inWords(result: unknown): string {
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'nothing');
}
