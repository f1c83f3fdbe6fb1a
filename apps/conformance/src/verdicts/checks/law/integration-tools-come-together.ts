import { textsIn } from '../../../json/texts-in.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { toolLists } from './tools-are-in-mcp-format.ts';

export const integrationToolsComeTogether: Check = {
  id: 'law.integration-tools-come-together',
  drivenBy: 'sequences',
  evidence: ['tool-listed'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: (recording, { operations, tools: documented = [] }) =>
    judgeEach(
      toolLists(recording, operations)
        .map(({ list, tools }) => ({ list, names: new Set(textsIn(tools)) }))
        .filter(({ names }) => documented.some(({ name }) => names.has(name))),
      ({ list, names }) => {
        const missing = documented.find(({ name }) => !names.has(name));
        if (missing === undefined) return undefined;
        return finding([list], {
          expected: { kind: 'field', path: ['name'], oneOf: [missing.name] },
          observed: { kind: 'field', path: ['name'] },
        });
      },
    ),
};
