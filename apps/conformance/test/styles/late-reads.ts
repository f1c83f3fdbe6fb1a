import type { Fetch } from '../mutants/mutant.ts';

/** Has to be right at once: who comes second must not get the same. */
export const immediate = /\/me\/cli-auth/;

/** As a cache before a deployment does: for so many ms a caller reads again what he has read. */
export function lateReads(fetch: Fetch, ms: number): Fetch {
  const kept = new Map<string, { readonly answer: Response; readonly until: number }>();
  return async (request) => {
    if (ms === 0 || request.method !== 'GET' || immediate.test(request.url)) return fetch(request);
    const name = `${request.headers.get('authorization')} ${request.url}`;
    const now = performance.now();
    const known = kept.get(name);
    if (known !== undefined && known.until > now) return known.answer.clone();
    const answer = await fetch(request);
    if (answer.status === 200 || answer.status === 404)
      kept.set(name, { answer: answer.clone(), until: now + ms });
    return answer;
  };
}
