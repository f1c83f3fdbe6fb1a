import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

/** One toolset may be empty; that all are, where there are tools, can't be. */
const fewest = 2;

export const toolsetHasTools: Check = {
  id: 'resource.toolset-has-tools',
  drivenBy: 'sequences',
  evidence: ['success'],
  needs: [],
  judge,
};

function judge(recording: Recording, { operations }: { readonly operations: readonly string[] }): Judgement {
  const reads = probesOf(recording, operations).filter((one) => isOwnSuccess(one) && holdingOf(one));
  const toolsets = new Set(reads.map((one) => pathValues(one, recording)[0]));
  const areAllEmpty = reads.every((one) => holdingOf(one) !== 'value');
  const isOne = toolsets.size < fewest;
  return judgeEach(
    reads.filter((one) => holdingOf(one) === 'value' || (areAllEmpty && !isOne && hasTools(recording))),
    (one) =>
      holdingOf(one) === 'value'
        ? undefined
        : finding([one], {
            expected: { kind: 'field', path: ['tools'], must: 'be-there' },
            observed: { kind: 'field', path: ['tools'], value: [] },
          }),
  );
}

function holdingOf({ has }: Recording['user'][number]) {
  return has?.find(({ field }) => field === 'tools')?.holds;
}

function hasTools(recording: Recording): boolean {
  return probesOf(recording, ['listTools']).some((one) => {
    const body = bodyIn(one);
    return isOwnSuccess(one) && Array.isArray(body) && body.length > 0;
  });
}
