import { ConfigurationError } from '../errors/configuration-error.ts';
import { setHeader } from './set-header.ts';
import type { Transport, WriteOptions } from './transport.ts';

/**
 * A transport that adds to the body what the interface doesn't show.
 * Its calls throw {ConfigurationError} where an extra field has a name that the body has: one of the two would be lost.
 */
export function withExtra(transport: Transport, { extra }: WriteOptions = {}): Transport {
  if (!extra) return transport;
  return async (request) => {
    const { operation, body } = request;
    const shown = Object(body ?? {});
    const twice = Object.keys(extra).find((name) => name in shown);
    if (twice !== undefined) {
      const problem = `needs ${twice} in its body or in extra, not in both`;
      throw new ConfigurationError(problem, { operation, option: 'extra' });
    }
    // A call without a body has no type of content yet.
    setHeader(request, 'content-type', 'application/json');
    return transport({ ...request, body: { ...shown, ...extra } });
  };
}
