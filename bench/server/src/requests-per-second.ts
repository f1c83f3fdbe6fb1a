import autocannon from 'autocannon';

const millisecondsPerSecond = 1_000;

/** What an endpoint answers each second, of requests that all succeed. @throws if one doesn't. */
export async function requestsPerSecond(load: autocannon.Options): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const began = performance.now();
  let ended = began;
  // By itself it ends with a whole second, some time after the last answer.
  autocannon(load, (error, result) => (error ? reject(error) : resolve(result))).on('response', () => {
    ended = performance.now();
  });
  const { non2xx, errors, requests } = await promise;
  const failed = non2xx + errors;
  if (failed > 0) throw new Error(`${failed} requests to ${load.url} failed; nothing was measured.`);
  return (millisecondsPerSecond * requests.total) / (ended - began);
}
