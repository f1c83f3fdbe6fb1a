import { messages, type WorkersStyle } from './workers-style.ts';

interface Asked {
  readonly ndjson: boolean;
  readonly message: string;
}

/** The body of a turn, cut into the chunks in which it is sent. */
export function toStream(spoken: string, { ndjson, message }: Asked, style: WorkersStyle): Buffer[] {
  const body = Buffer.from(ndjson ? toLines(spoken, message, style) : spoken);
  if (style.pieces === 'one') return [body];
  // Single bytes split characters and JSON tokens.
  const size = style.pieces === 'bytes' ? 7 : 40;
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size),
  );
}

function toLines(
  spoken: string,
  message: string,
  { line, lineEnd, lastLineEnds, blankLines }: WorkersStyle,
): string {
  const { toolCallMessage: tool } = messages;
  const signals = message === tool.message ? shapes[line].tool(tool.name, tool.output) : [];
  const lines = [...signals, ...shapes[line].speech(spoken)].map((value) => JSON.stringify(value));
  const set = blankLines ? lines.flatMap((one) => [one, '']) : lines;
  return set.join(lineEnd) + (lastLineEnds ? lineEnd : '');
}

interface Shape {
  readonly speech: (text: string) => unknown[];
  readonly tool: (name: string, output: string) => unknown[];
}

const shapes: Record<WorkersStyle['line'], Shape> = {
  flat: {
    speech: (text) => [{ type: 'text', text }],
    tool: (name, output) => [
      { type: 'call', id: 'call-1', name },
      { type: 'result', id: 'call-1', output },
    ],
  },
  nested: {
    speech: (text) => [{ event: { message: { role: 'assistant', parts: [text] } } }],
    tool: (name, output) => [
      { event: { tools: [{ called: { name, with: { a: 1 } } }, { gave: { content: [output] } }] } },
    ],
  },
  deltas: {
    speech: (text) => [...text].map((delta) => ({ delta })),
    tool: (name, output) => [{ call: { name } }, ...[...output].map((output_delta) => ({ output_delta }))],
  },
  array: {
    speech: (text) => [['text', text]],
    tool: (name, output) => [
      ['call', name],
      ['result', { output }],
    ],
  },
  bare: {
    speech: (text) => [text, null, 1, true],
    tool: (name, output) => [`calling ${name}`, `it said ${output}`],
  },
};
