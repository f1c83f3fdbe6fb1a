interface Sent {
  readonly request: { readonly url: string };
}

interface Target {
  readonly agentsUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** The hosts to which a recording has requests, but for those of the target: it may be the recording of another one. */
export async function foreignHosts(
  exchanges: AsyncIterable<Sent>,
  { agentsUrl, baseUrl }: Target,
): Promise<readonly string[]> {
  const own = new Set([agentsUrl, baseUrl].map(hostOf));
  const foreign = new Set<string>();
  for await (const { request } of exchanges) {
    const host = hostOf(request.url);
    if (host !== undefined && !own.has(host)) foreign.add(host);
  }
  return [...foreign];
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** Each shard may have had an embedded deployment of its own, at a port of its own. Undefined of what is masked. */
function hostOf(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return undefined;
  return loopback.includes(url.hostname) ? 'this machine' : url.host;
}
