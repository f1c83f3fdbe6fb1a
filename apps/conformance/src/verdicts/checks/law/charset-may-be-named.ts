import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** A second request of the kind may be refused for reasons of its own, but for these two methods. */
const repeatable = ['PUT', 'PATCH'];

export const charsetMayBeNamed: Check = {
  id: 'law.charset-may-be-named',
  drivenBy: 'sequences',
  evidence: ['mutation', 'success'],
  needs: [],
  judge: (recording, { operations }) => {
    const calls = probesOf(recording, operations);
    return judgeEach(
      calls.filter((call) => namesCharset(call) && calls.some((other) => isPlainOf(call, other))),
      (call) =>
        isRefusedForIt(call)
          ? finding([call], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(call),
            })
          : undefined,
      // What takes anything at all doesn't read media types.
      (call) => calls.some((other) => isSameTarget(call, other) && isRefusedMutation(other)),
    );
  },
};

function namesCharset({ intent }: Exchange): boolean {
  return intent?.mutation?.kind === 'body' && intent.mutation.form === 'named-charset';
}

/** Whether another one is the same request as a good one, and was taken. */
function isPlainOf(call: Exchange, other: Exchange): boolean {
  return isSameTarget(call, other) && other.intent?.kind === 'valid' && succeeded(other);
}

function isSameTarget(call: Exchange, other: Exchange): boolean {
  const { method, url } = other.request;
  return method === call.request.method && url === call.request.url && isSameCase(call, other);
}

function isRefusedMutation(call: Exchange): boolean {
  return call.intent?.kind === 'mutation' && !namesCharset(call) && isRefused(call);
}

function isRefusedForIt({ request, response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 415 || (repeatable.includes(request.method) && [400, 422].includes(status));
}
