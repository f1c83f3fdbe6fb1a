import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Check, finding, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const requiresApiKey: Check = {
  id: 'workers.requires-api-key',
  whenUnseen: 'no operation answered both with and without a valid key',
  judge,
};

/** A refusal shows nothing where the operation never succeeds anyway. */
function judge({ exchanges }: Recording): Judgement {
  const working = new Set(exchanges.filter(isOwnSuccess).map(({ operation }) => operation));
  const withoutKey = exchanges.filter(
    ({ credential, response, operation }) =>
      credential !== 'own' && response !== undefined && working.has(operation),
  );
  return judgeEach(withoutKey, (exchange) => {
    if (!succeeded(exchange)) return undefined;
    const sent = exchange.credential === 'missing' ? 'no key' : 'a key that nobody issued';
    return finding([exchange], {
      expected: `a refusal of ${sent} (which status is not shown)`,
      observed: `status ${exchange.response?.status}`,
    });
  });
}

function isOwnSuccess(exchange: Exchange): boolean {
  return exchange.credential === 'own' && succeeded(exchange);
}
