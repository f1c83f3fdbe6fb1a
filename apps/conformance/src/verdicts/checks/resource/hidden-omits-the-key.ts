import { succeeded } from '../../../exchanges/exchange.ts';
import { holdsIssuedKey } from '../../../exchanges/redact.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const hiddenOmitsTheKey: Check = {
  id: 'resource.hidden-omits-the-key',
  whenUnseen: 'no key was created whose value is known by its name',
  judge: ({ probes }, { operations }) => {
    const issued = probes.filter((probe) => succeeded(probe) && holdsIssuedKey(textOf(probe)));
    const created = issued.filter(({ operation }) => operation === 'createApiKey');
    return judgeEach(
      probes
        .filter((probe) => operations.includes(probe.operation) && succeeded(probe))
        .filter(({ sentAt }) => created.some((one) => (one.response?.endedAt ?? sentAt) < sentAt)),
      (probe) =>
        holdsIssuedKey(textOf(probe))
          ? finding([probe], {
              expected: 'an answer without the value of any key',
              observed: 'the value of a key that was created before',
            })
          : undefined,
    );
  },
};

function textOf({ response }: { response?: { body: { text: string } } | undefined }): string {
  return response?.body.text ?? '';
}
