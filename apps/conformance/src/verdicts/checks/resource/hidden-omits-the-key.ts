import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { holdsIssuedKey, mask } from '../../../exchanges/redact.ts';
import { makesCredential } from '../../../spec/resources.ts';
import type { Operation } from '../../../spec/spec.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const hiddenOmitsTheKey: Check = {
  id: 'resource.hidden-omits-the-key',
  drivenBy: 'sequences',
  evidence: ['key-created', 'success'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user, contract }, { operations }) => {
    const issued = user.filter((probe) => succeeded(probe) && holdsIssuedKey(textOf(probe)));
    const created = issued.filter(({ operation }) =>
      makesCredential(contract.get(operation)?.resource, 'API key'),
    );
    const names = new Set(created.flatMap(namesOfKeys));
    return judgeEach(
      user
        .filter((probe) => operations.includes(probe.operation) && succeeded(probe))
        .filter(({ operation }) => omitsTheKey(contract.get(operation)))
        .filter(({ sentAt }) => created.some((one) => (one.response?.endedAt ?? sentAt) < sentAt)),
      (probe) =>
        holdsIssuedKey(textOf(probe)) || holdsGivenKey(probe, names)
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

/** The names under which the values of new keys are shown. */
function namesOfKeys(created: Exchange): readonly (string | number | undefined)[] {
  return leavesOf(created).flatMap(({ path, value }) => (holdsIssuedKey(String(value)) ? [path.at(-1)] : []));
}

/** Whether a key is shown that is one of the credentials of the config. */
function holdsGivenKey(probe: Exchange, names: ReadonlySet<string | number | undefined>): boolean {
  return (
    textOf(probe).includes(mask) &&
    leavesOf(probe).some(({ path, value }) => value === mask && names.has(path.at(-1)))
  );
}

function textOf({ response }: { response?: { body: { text: string } } | undefined }): string {
  return response?.body.text ?? '';
}
