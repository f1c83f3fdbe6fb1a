import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { promptIn, promptsOf } from '../../cloned-prompts.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isShown, shortened } from '../../our-texts.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import type { WrittenValue } from '../../written-texts.ts';

export const cloneIsLikeItsSource: Check = {
  id: 'law.clone',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-written'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter((call) => operations.includes(call.operation) && isPlainClone(call))
        .flatMap((clone) => promptsOf(clone, recording).map((prompt) => ({ clone, prompt }))),
      ({ clone, prompt }) => departure(clone, prompt),
      ({ clone, prompt }) => typeof promptIn(clone, prompt) === 'string',
    ),
};

/** Of the caller's own record, and with no body: what one changes is not shown. */
function isPlainClone(call: ResourceExchange): boolean {
  return isOwnSuccess(call) && call.request.body === undefined;
}

function departure(clone: ResourceExchange, written: WrittenValue): Found | undefined {
  const { write, sent } = written;
  const { path } = sent;
  const shown = promptIn(clone, written);
  if (typeof shown !== 'string' || isShown(sent, shown)) return undefined;
  return finding([write, clone], {
    expected: {
      kind: 'same-as',
      other: { by: 'exchange', exchange: write.id },
      path,
      value: shortened(sent.value),
    },
    observed: { kind: 'field', path, value: shortened(shown) },
  });
}
