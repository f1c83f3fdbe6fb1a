import type { Fetch } from '../../../apps/conformance/test/traffic/capturing.ts';

/** A deployment with something that changes requests or answers on their way, and whether it ever did. */
export interface Watched {
  readonly fetch: Fetch;
  readonly madeADifference: () => boolean;
}

/**
 * Puts a mutant before a deployment and compares what goes in on both of its sides and what comes out. Requests have to
 * come one after the other.
 */
export function watched(deployment: Fetch, mutant: (deployment: Fetch) => Fetch): Watched {
  let isDifferent = false;
  let passed: { readonly asked: string; readonly answered: string }[] = [];
  const mutated = mutant(async (request) => {
    const asked = await textOfRequest(request.clone());
    const response = await deployment(request);
    passed.push({ asked, answered: await textOfResponse(response.clone()) });
    return response;
  });
  return {
    madeADifference: () => isDifferent,
    fetch: async (request) => {
      passed = [];
      const asked = await textOfRequest(request.clone());
      const response = await mutated(request);
      const answered = await textOfResponse(response.clone());
      const [first, ...others] = passed;
      if (others.length > 0 || first?.asked !== asked || first.answered !== answered) isDifferent = true;
      return response;
    },
  };
}

async function textOfRequest(request: Request): Promise<string> {
  return [request.method, request.url, await request.text()].join('\n');
}

async function textOfResponse(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-length');
  return [response.status, JSON.stringify(headers), await response.text()].join('\n');
}
