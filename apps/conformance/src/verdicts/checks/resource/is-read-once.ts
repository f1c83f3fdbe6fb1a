import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const isReadOnce: Check = {
  id: 'resource.is-read-once',
  whenUnseen: 'no JWT was attached to a session and read twice',
  judge: ({ probes }) => {
    const sessions = Map.groupBy(
      probes.filter(({ operation }) => operation === 'consumeCliAuthJwt' || operation === 'attachCliAuthJwt'),
      ({ request }) => new URL(request.url).pathname,
    );
    return judgeEach(
      [...sessions.values()].flatMap((session) => {
        const attached = session.filter((one) => one.operation === 'attachCliAuthJwt' && succeeded(one));
        const reads = session.filter((one) => one.operation === 'consumeCliAuthJwt');
        const [first, ...more] = attached;
        return first !== undefined &&
          more.length === 0 &&
          reads.filter(givesJwt).length > 0 &&
          reads.length > 1
          ? [reads.filter((read) => read.sentAt >= endedAt(first))]
          : [];
      }),
      (reads) => {
        const [first, second] = reads.filter(givesJwt);
        return first === undefined || second === undefined
          ? undefined
          : finding([first, second], {
              expected: 'the JWT once: the read consumes it',
              observed: 'the JWT twice',
            });
      },
    );
  },
};

export function givesJwt(exchange: Exchange): boolean {
  return succeeded(exchange) && typeof parseJson(exchange.response?.body.text ?? '') === 'string';
}
