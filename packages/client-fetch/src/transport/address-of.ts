import type { Deployment } from './deployment.ts';
import type { TransportRequest } from './transport.ts';

/** A deployment, and whether its User API takes the API key. */
export interface KnownDeployment extends Deployment {
  acceptsApiKey?: boolean | undefined;
}

/** Which options say where a request goes, and who sends it. */
export function optionsOf({ api }: Pick<TransportRequest, 'api'>, { acceptsApiKey }: KnownDeployment = {}) {
  return api === 'user'
    ? ({ address: 'baseUrl', credential: acceptsApiKey ? 'apiKey' : 'jwt' } as const)
    : ({ address: 'agentsUrl', credential: 'apiKey' } as const);
}

/** An absolute address, or one of the page's own; without user and query, which may be secrets. */
export const wellFormed = /^(https?:\/\/[^\s/?#@]+)?(\/[^\s?#]*)?$/;

/** Where a request goes, with the names of its path's parameters: an error or a log shows it, and no identifier. */
export function addressOf(
  request: TransportRequest,
  deployment: Pick<Deployment, 'agentsUrl' | 'baseUrl'>,
): string | undefined {
  const base = `${deployment[optionsOf(request).address]}`;
  return wellFormed.test(base) ? base.replace(/\/+$/, '') + request.route : undefined;
}
