import { describeTouch } from '../../resources.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

/** What a server may say of any request that it can't read, before the interface comes into it. */
const transport: readonly number[] = [400, 405, 406, 408, 411, 413, 414, 415, 421, 429, 431];

export const isDocumentedStatus: Check = {
  id: 'refusal.is-documented-status',
  whenUnseen: 'no operation that takes a body got a malformed one',
  judge: ({ probes, contract }, { operations }) =>
    judgeEach(
      probes
        .filter(({ operation, probe }) => operations.includes(operation) && probe?.kind === 'malformed-body')
        .filter(
          ({ response, fault }) => response !== undefined && fault === undefined && response.status >= 400,
        ),
      (probe) => {
        const status = probe.response?.status ?? 0;
        const statuses = contract.get(probe.operation)?.statuses ?? [];
        const isCredential = status === 401 || status === 403;
        if (statuses.includes(`${status}`) || transport.includes(status) || isCredential) return undefined;
        return finding([probe], {
          expected: `one of the documented statuses (${statuses.join(', ')})`,
          observed: describeTouch(probe),
        });
      },
    ),
};
