import { succeeded } from '../../../exchanges/exchange.ts';
import { holdsIssuedKey } from '../../../exchanges/redact.ts';
import { makesCredential } from '../../../spec/resources.ts';
import type { Operation } from '../../../spec/spec.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const hiddenOmitsTheKey: Check = {
  id: 'resource.hidden-omits-the-key',
  drivenBy: 'sequences',
  evidence: ['key-created', 'success'],
  needs: [],
  judge: ({ user, contract }, { operations }) => {
    const issued = user.filter((probe) => succeeded(probe) && holdsIssuedKey(textOf(probe)));
    const created = issued.filter(({ operation }) =>
      makesCredential(contract.get(operation)?.resource, 'API key'),
    );
    return judgeEach(
      user
        .filter((probe) => operations.includes(probe.operation) && succeeded(probe))
        .filter(({ operation }) => omitsTheKey(contract.get(operation)))
        .filter(({ sentAt }) => created.some((one) => (one.response?.endedAt ?? sentAt) < sentAt)),
      (probe) =>
        holdsIssuedKey(textOf(probe))
          ? finding([probe], {
              expected: { kind: 'withheld', secret: 'api-key' },
              observed: { kind: 'disclosed' },
            })
          : undefined,
    );
  },
};

/** Whether what an operation shows of a key is said to be without its value. */
function omitsTheKey(operation: Operation | undefined): boolean {
  const { fields = [], views = [] } = operation?.resource?.family ?? {};
  const keys = fields.filter(({ secret }) => secret === 'API key').map(({ name }) => name);
  const omitted = views
    .filter(({ operations }) => operations.includes(operation?.id ?? ''))
    .flatMap(({ omits }) => omits);
  return keys.some((name) => omitted.includes(name));
}

function textOf({ response }: { response?: { body: { text: string } } | undefined }): string {
  return response?.body.text ?? '';
}
