import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Transport, WriteOptions } from './transport.ts';

/**
 * A transport of a call with a body: it says that this is JSON, and adds what the interface doesn't show. Its calls throw
 * {ConfigurationError} where an extra field has a name that the body has, as one of the two would be lost, and where the
 * body has a signal: what a program holds in a variable may have fields that its type hasn't.
 */
export function withBody(transport: Transport, { extra }: WriteOptions = {}): Transport {
  return async (request) => {
    const { operation, headers, body } = request;
    const shown = Object(body ?? {});
    const twice = Object.keys({ ...extra }).find((name) => name in shown);
    if (shown.signal instanceof AbortSignal)
      throw new ConfigurationError('needs signal in its options, not in its body', {
        operation,
        option: 'signal',
      });
    if (twice !== undefined) {
      const problem = `needs ${twice} in its body or in extra, not in both`;
      throw new ConfigurationError(problem, { operation, option: 'extra' });
    }
    const sent = extra ? { ...shown, ...extra } : body;
    if (sent !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return transport({ ...request, body: sent });
  };
}
