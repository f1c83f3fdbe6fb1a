import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isUser } from '../../probes.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const requiresApiKey: Check = {
  id: 'workers.requires-api-key',
  drivenBy: 'scenarios',
  evidence: ['run-call', 'invalid-key'],
  needs: [],
  judge,
};

/** A refusal shows nothing where the operation never succeeds anyway. */
function judge({ workers, user }: Recording): Judgement {
  const asked = [...workers, ...user.filter(({ api }) => api === 'workers')];
  const working = new Set(asked.filter(isOwnSuccess).map(({ operation }) => operation));
  const withoutKey = asked.filter(
    ({ identity, response, operation }) =>
      !isUser(identity) && response !== undefined && working.has(operation),
  );
  return judgeEach(withoutKey, (exchange) => {
    if (!succeeded(exchange)) return undefined;
    return finding([exchange], {
      expected: {
        kind: 'status',
        oneOf: ['refusal'],
        because: { kind: 'credential', identity: exchange.identity },
      },
      observed: statusOf(exchange),
    });
  });
}

function isOwnSuccess(exchange: Exchange): boolean {
  return exchange.identity === 'own' && succeeded(exchange);
}
