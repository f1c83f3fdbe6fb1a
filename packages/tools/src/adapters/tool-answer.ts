/** What goes back to the model: the tool's output, or words that it can act on. */
export type ToolAnswer = { output: unknown } | { error: string };

/** The answer as one text. An empty output is said, because some providers refuse an empty message. */
export function answerText(answer: ToolAnswer): string {
  if ('error' in answer) return JSON.stringify({ error: answer.error });
  return typeof answer.output === 'string' ? answer.output : (JSON.stringify(answer.output) ?? 'null');
}
