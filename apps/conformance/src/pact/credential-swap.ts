import type { Deployment } from '../deployment/deployment.ts';
import type { Provider } from './provider.ts';
import { type Arranged, unknownCredential } from './states/state.ts';

/** How a contract's example of a credential becomes a real one, and back. */
export interface CredentialSwap {
  readonly kind: 'own' | 'missing' | 'unknown';
  readonly headers: Readonly<Record<string, string>>;
  readonly toReal: (text: string) => string;
  /** Nothing that the verifier may print or publish holds a real one. */
  readonly toExample: (text: string) => string;
}

const same = (text: string): string => text;

/** A real credential takes the place of the contract's only where the contract sends one. */
export function swapCredentials(
  { credential }: Arranged,
  authorization: string | undefined,
  { provider, deployment }: { readonly provider: Provider; readonly deployment: Deployment },
): CredentialSwap {
  const { credentials } = deployment;
  const secrets = [...Object.values(credentials), credential].filter(
    (one) => typeof one === 'string' && one !== '',
  );
  const example = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const toExample = (text: string): string =>
    secrets.reduce<string>((left, secret) => left.replaceAll(String(secret), example ?? 'secret'), text);
  if (authorization === undefined) return { kind: 'missing', headers: {}, toReal: same, toExample };
  if (credential === unknownCredential)
    return { kind: 'unknown', headers: { authorization }, toReal: same, toExample };
  const own = provider === 'workers-api' ? credentials.apiKey : credentials.jwt;
  const real = credential ?? own;
  const toReal = (text: string): string =>
    example === undefined || real === undefined ? text : text.replaceAll(example, real);
  return {
    kind: 'own',
    headers: real === undefined ? {} : { authorization: `Bearer ${real}` },
    toReal,
    toExample,
  };
}
