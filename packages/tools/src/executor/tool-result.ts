import { UpstreamError } from './tool-error.ts';

/**
 * What a tool returned, out of a ToolResult in the format of MCP: the output as data, or its one text. The interface
 * shows no field of a ToolResult, so that anything else stays as it came.
 * @throws {UpstreamError} where the result says that the tool failed, with its words.
 */
export function outputOf(result: unknown): unknown {
  const { content, structuredContent, isError }: Partial<Record<string, unknown>> = Object(result);
  if (!Array.isArray(content)) return result;
  const texts = content.flatMap((part: unknown) => textOf(part));
  if (isError === true) throw new UpstreamError(`The tool failed. It says: ${texts.join(' ') || 'nothing'}`);
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent;
  const [text] = texts;
  return text !== undefined && content.length === 1 ? parsed(text) : result;
}

function textOf(part: unknown): string[] {
  const { type, text }: Partial<Record<string, unknown>> = Object(part);
  return type === 'text' && typeof text === 'string' ? [text] : [];
}

/** Tools that return data without structuredContent write it as JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
