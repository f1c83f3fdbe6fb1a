import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { listsWithin } from '../../../json/lists-within.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn, numericAmong } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { pathParameters } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A list of all toolsets that tells how many tools one of them has, and the toolset with its tools. */
interface Pair {
  readonly toolsets: Exchange;
  readonly toolset: Exchange;
  readonly counted: number;
  readonly shown: number;
}

export const toolsetCountsItsTools: Check = {
  id: 'law.toolset-counts-its-tools',
  drivenBy: 'sequences',
  evidence: ['success-of-each'],
  needs: [],
  judge: (recording) =>
    judgeEach(pairsIn(recording), ({ toolsets, toolset, counted, shown }) =>
      counted === shown
        ? undefined
        : finding([toolsets, toolset], {
            expected: { kind: 'count', of: 'records', exactly: counted },
            observed: { kind: 'count', count: shown },
          }),
    ),
};

function pairsIn(recording: Recording): readonly Pair[] {
  const lists = probesOf(recording, ['listToolsets']).filter(isOwnSuccess);
  const toolsets = probesOf(recording, ['getToolset']).filter(isOwnSuccess);
  return toolsets.flatMap((toolset) => {
    const name = pathParameters(toolset, recording).toolset_name;
    const tools = listsWithin(bodyIn(toolset));
    const [shown, ...others] = tools;
    if (shown === undefined || others.length > 0) return [];
    return lists.slice(0, 1).flatMap((list): Pair[] => {
      const entry = entriesOf(list)?.find((one) => leavesIn(one).some(({ value }) => value === name));
      const count = numericAmong(leavesIn(entry)).find(({ path }) => isCalled(path.at(-1), 'tool_count'));
      return count === undefined
        ? []
        : [{ toolsets: list, toolset, counted: count.value, shown: shown.length }];
    });
  });
}
