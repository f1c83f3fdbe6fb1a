import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const toolsAreInMcpFormat: Check = {
  id: 'law.tools-are-in-mcp-format',
  drivenBy: 'sequences',
  evidence: ['tool-listed'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(toolLists(recording, operations), ({ list, tools }) => {
      const index = tools.findIndex((tool) => !isInMcpFormat(tool));
      if (index === -1) return undefined;
      const hasName = hasMember(tools[index], 'name', 'string');
      return finding([list], {
        expected: {
          kind: 'field',
          path: [index, hasName ? 'inputSchema' : 'name'],
          type: hasName ? 'object' : 'string',
        },
        observed: { kind: 'field', path: [index, hasName ? 'inputSchema' : 'name'] },
      });
    }),
};

export interface ToolList {
  readonly list: Exchange;
  readonly tools: readonly unknown[];
}

/** The lists of tools by these operations that were answered to users of the deployment. */
export function toolLists(
  { user }: Pick<Recording, 'user'>,
  operations: readonly string[],
): readonly ToolList[] {
  return user
    .filter((one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one))
    .flatMap((list) => {
      const tools = bodyIn(list);
      return Array.isArray(tools) && tools.length > 0 ? [{ list, tools }] : [];
    });
}

function isInMcpFormat(tool: unknown): boolean {
  return hasMember(tool, 'name', 'string') && hasMember(tool, 'inputSchema', 'object');
}

/** In the record itself, or in what wraps it. */
function hasMember(tool: unknown, name: string, type: 'string' | 'object'): boolean {
  if (!isRecord(tool)) return false;
  const value = tool[name];
  const isThere = type === 'object' ? isRecord(value) : typeof value === 'string';
  return (
    isThere ||
    Object.values(tool).some((inner) => isRecord(inner) && !('type' in inner) && hasMember(inner, name, type))
  );
}
