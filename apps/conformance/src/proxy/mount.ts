import type { Deployment } from '../deployment/deployment.ts';

/** A path of the proxy and the address that it stands for. */
export interface Mount {
  readonly api: 'workers' | 'user' | 'both';
  /** What the paths of the proxy begin with, such as `/workers-api`; nothing for all. */
  readonly prefix: string;
  readonly origin: string;
  /** What takes the place of the prefix, without a slash at its end. */
  readonly path: string;
}

/**
 * Where a deployment is behind the proxy. With both APIs at one origin every path stays as it is; with two origins each
 * has a prefix: `/workers-api/{agent_id}`, `/user-api/me/agents`.
 */
export function mountsOf({
  agentsUrl,
  baseUrl,
}: Pick<Deployment, 'agentsUrl' | 'baseUrl'>): readonly Mount[] {
  const [workers, user] = [agentsUrl, baseUrl].map((address) =>
    address === undefined ? undefined : new URL(address),
  );
  const [first, ...others] = [workers, user].flatMap((address) => address?.origin ?? []);
  if (first === undefined) return [];
  if (others.every((origin) => origin === first))
    return [{ api: 'both', prefix: '', origin: first, path: '' }];
  return [
    ...(workers === undefined ? [] : [mountAt('workers', '/workers-api', workers)]),
    ...(user === undefined ? [] : [mountAt('user', '/user-api', user)]),
  ];
}

function mountAt(api: Mount['api'], prefix: string, { origin, pathname }: URL): Mount {
  return { api, prefix, origin, path: pathname.replace(/\/+$/, '') };
}

/** Where a request goes that names a path of the proxy, as it came: nothing of it is normalized. */
export interface Target<At extends Mount = Mount> {
  readonly mount: At;
  readonly path: string;
}

/** Undefined where a path stands for no deployment. */
export function targetOf<At extends Mount>(mounts: readonly At[], asked: string): Target<At> | undefined {
  // As a client writes it that takes the proxy for one of its own network.
  const path = asked.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=\?|$)/, '/');
  const mount = mounts.find(
    ({ prefix }) => path === prefix || path.startsWith(`${prefix}/`) || prefix === '',
  );
  return mount && { mount, path: `${mount.path}${path.slice(mount.prefix.length)}` || '/' };
}

/** What clients use in place of a deployment's own address. */
export function addressBehind(mounts: readonly Mount[], proxy: string, address: string): string {
  const mount = mounts.find(({ origin, path }) => address.startsWith(`${origin}${path}`));
  const inside = mount === undefined ? '' : address.slice(mount.origin.length + mount.path.length);
  return `${proxy}${mount?.prefix ?? ''}${inside}`.replace(/\/+$/, '');
}
