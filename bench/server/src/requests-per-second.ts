import autocannon from 'autocannon';

/** What an endpoint answers each second, of requests that all succeed. @throws if one doesn't. */
export async function requestsPerSecond(load: autocannon.Options): Promise<number> {
  const result = await autocannon(load);
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${load.url} failed; nothing was measured.`);
  return result.requests.average;
}
