import type { Deployment } from '../deployment/deployment.ts';

/** A path of the proxy and the address that it stands for. */
export interface Mount {
  readonly api: 'workers' | 'user' | 'both';
  /** What the paths of the proxy begin with, such as `/workers-api`; nothing for all. */
  readonly prefix: string;
  /** What takes the place of the prefix, without a slash at its end. */
  readonly target: string;
}

/**
 * Where a deployment is behind the proxy. With both APIs at one origin every path stays as it is; with two origins each
 * has a prefix: `/workers-api/{agent_id}`, `/user-api/me/agents`.
 */
export function mountsOf({
  agentsUrl,
  baseUrl,
}: Pick<Deployment, 'agentsUrl' | 'baseUrl'>): readonly Mount[] {
  const [workers, user] = [agentsUrl, baseUrl].map((address) => address?.replace(/\/+$/, ''));
  const origins = [workers, user].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  );
  const [origin] = origins;
  if (origin === undefined) return [];
  if (new Set(origins).size === 1) return [{ api: 'both', prefix: '', target: origin }];
  return [
    ...(workers === undefined ? [] : [{ api: 'workers', prefix: '/workers-api', target: workers } as const]),
    ...(user === undefined ? [] : [{ api: 'user', prefix: '/user-api', target: user } as const]),
  ];
}

/** The address that a path of the proxy stands for; undefined where it stands for none. */
export function targetOf(mounts: readonly Mount[], path: string): string | undefined {
  const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  return mount && `${mount.target}${path.slice(mount.prefix.length)}`;
}

/** What clients use in place of a deployment's own address. */
export function addressBehind(mounts: readonly Mount[], proxy: string, address: string): string {
  const mount = mounts.find(({ target }) => address.startsWith(target));
  return `${proxy}${mount?.prefix ?? ''}${address.slice(mount?.target.length ?? 0)}`.replace(/\/+$/, '');
}
