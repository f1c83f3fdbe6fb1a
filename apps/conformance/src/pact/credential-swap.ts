import type { Identity } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { callerWith } from './call-deployment.ts';
import type { Provider } from './provider.ts';
import { type Arranged, unknownCredential } from './states/state.ts';

/** How a contract's example of a credential becomes a real one, and back. */
export interface CredentialSwap {
  /** Whose credential is sent; `key` where the config has no user for it. */
  readonly identity: Identity;
  readonly key?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly toReal: (text: string) => string;
  /** Nothing that the verifier sees holds a credential of the config. */
  readonly toExample: (text: string) => string;
  /** An exchange as it is recorded. */
  readonly clean: (exchange: Exchange) => Exchange;
}

const same = (text: string): string => text;

/** A real credential takes the place of the contract's only where the contract sends one. */
export function swapCredentials(
  { credential }: Arranged,
  authorization: string | undefined,
  { provider, deployment }: { readonly provider: Provider; readonly deployment: Deployment },
): CredentialSwap {
  const { credentials } = deployment;
  const isWorkers = provider === 'workers-api';
  const own = isWorkers ? credentials.apiKey : credentials.jwt;
  const real = typeof credential === 'string' ? credential : own;
  const example = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const secrets = [...Object.values(credentials), credential].filter(
    (one) => typeof one === 'string' && one !== '',
  );
  const toExample = (text: string): string =>
    secrets.reduce<string>((left, secret) => left.replaceAll(String(secret), example ?? 'secret'), text);
  if (authorization === undefined)
    return { identity: 'missing', headers: {}, toReal: same, toExample, clean: as('missing') };
  if (credential === unknownCredential)
    return { identity: 'missing', headers: { authorization }, toReal: same, toExample, clean: as('unknown') };
  const toReal = (text: string): string =>
    example === undefined || real === undefined ? text : text.replaceAll(example, real);
  const caller = callerWith(real, { api: isWorkers ? 'workers' : 'user', secured: true }, deployment);
  return { ...caller, headers: {}, toReal, toExample, clean: as('own') };
}

/** The caller of an interaction is its own, under any name at the deployment. */
function as(identity: Identity): (exchange: Exchange) => Exchange {
  return (exchange) => ({ ...exchange, identity });
}
