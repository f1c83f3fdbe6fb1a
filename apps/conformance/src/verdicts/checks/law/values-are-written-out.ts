import { filler } from '../../../deployment/field-mapping/filler.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** What languages write for an object that was not turned into text: JavaScript, Python, Java, .NET. */
const inMemory: readonly RegExp[] = [
  /^\[object [A-Z]\w*\]$/,
  /^<[\w.]+ object at 0x[0-9a-f]+>$/i,
  /^(?:\[L)?[a-z]\w*(?:\.\w+)+;?@[0-9a-f]{5,8}$/,
  /^System\.[\w.]+`\d\[.*\]$/,
];

/** What a text must have for any of them to be in it. */
const maybeInMemory = /\[object |object at 0x|@[0-9a-f]{5,8}"|System\./i;

export const valuesAreWrittenOut: Check = {
  id: 'law.values-are-written-out',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((one) => succeeded(one) && textOf(one) !== ''),
      (one) => {
        // The leaves of all answers together would take more memory than the rest of a run.
        if (!maybeInMemory.test(textOf(one))) return undefined;
        const found = leavesOf(one).find(({ value }) => isInMemory(value) && !isSent(one, `${value}`));
        if (found === undefined) return undefined;
        return finding([one], {
          expected: { kind: 'field', path: found.path, must: 'be-written-out' },
          observed: { kind: 'field', path: found.path, value: found.value },
        });
      },
      isTextKept,
    ),
};

function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}

/** A read that gives back a text of ours shows that texts are kept as texts. */
function isTextKept(one: Exchange): boolean {
  return one.request.method === 'GET' && textOf(one).includes(`"${filler} `);
}

/** Whether the request itself has these words. */
function isSent({ request }: Exchange, words: string): boolean {
  const { pathname, searchParams } = new URL(request.url);
  const texts = [request.body, ...searchParams.values()];
  return texts.some((text) => text?.includes(words)) || pathname.includes(encodeURIComponent(words));
}

function isInMemory(value: unknown): boolean {
  return typeof value === 'string' && inMemory.some((form) => form.test(value));
}
