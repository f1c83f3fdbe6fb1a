import { succeeded } from '../../../exchanges/exchange.ts';
import { holdsIssuedKey } from '../../../exchanges/redact.ts';
import type { Operation } from '../../../spec/spec.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const hiddenOmitsTheKey: Check = {
  id: 'resource.hidden-omits-the-key',
  area: 'resource',
  evidence: ['key-created', 'success'],
  needs: [],
  judge: ({ user, contract }, { operations }) => {
    const issued = user.filter((probe) => succeeded(probe) && holdsIssuedKey(textOf(probe)));
    const created = issued.filter(({ operation }) => createsKey(contract.get(operation)));
    return judgeEach(
      user
        .filter((probe) => operations.includes(probe.operation) && succeeded(probe))
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

function createsKey(operation: Operation | undefined): boolean {
  return operation?.resource?.act === 'create' && operation.resource.issues === 'API key';
}

function textOf({ response }: { response?: { body: { text: string } } | undefined }): string {
  return response?.body.text ?? '';
}
