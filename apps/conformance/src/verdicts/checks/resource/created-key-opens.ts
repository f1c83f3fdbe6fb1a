import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { describeTouch } from '../../resources.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const createdKeyOpens: Check = {
  id: 'resource.created-key-opens',
  whenUnseen: 'no key was created and used at the Workers API',
  judge: ({ probes }) =>
    judgeEach(
      probes
        .filter(({ credential, probe }) => credential === 'created' && probe?.certain === true)
        .filter(({ response }) => response !== undefined && !isTransient(response.status)),
      (probe) =>
        succeeded(probe)
          ? undefined
          : finding([probe], {
              expected: 'a run, started with the key that was created',
              observed: describeTouch(probe),
            }),
    ),
};
