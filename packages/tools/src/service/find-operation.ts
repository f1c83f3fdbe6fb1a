import type { ToolName } from '../gen/definitions.ts';
import { wireOperations } from '../operations/wire-operations.ts';
import { isToolName } from '../validate.ts';

export interface FoundOperation {
  tool: ToolName;
  /** Values of the path's parameters. */
  parameters: Record<string, string>;
}

/** The tool that a request's method and path stand for. */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  for (const [tool, operation] of Object.entries(wireOperations)) {
    const parameters = operation.method === method ? matchPath(operation.path, path) : undefined;
    if (parameters && isToolName(tool)) return { tool, parameters };
  }
  return undefined;
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (part.startsWith('{') && segment !== '') parameters[part.slice(1, -1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return parameters;
}

/** A broken escape names nothing, and is not found as it stands. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
