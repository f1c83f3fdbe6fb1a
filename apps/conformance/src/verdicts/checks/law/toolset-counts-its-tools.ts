import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { listsWithin } from '../../../json/lists-within.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { pathParameters } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { toolCountIn } from '../../tool-count.ts';
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
  const [toolsets] = probesOf(recording, ['listToolsets']).filter(isOwnSuccess);
  if (toolsets === undefined) return [];
  return probesOf(recording, ['getToolset'])
    .filter(isOwnSuccess)
    .flatMap((toolset): Pair[] => {
      const name = pathParameters(toolset, recording).toolset_name;
      const [tools, ...others] = listsWithin(bodyIn(toolset));
      const entry = entriesOf(toolsets)?.find((one) => leavesIn(one).some(({ value }) => value === name));
      const count = toolCountIn(entry);
      return tools === undefined || others.length > 0 || count === undefined
        ? []
        : [{ toolsets, toolset, counted: count.value, shown: tools.length }];
    });
}
