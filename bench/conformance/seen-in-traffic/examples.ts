import { serve } from '../../../apps/conformance/test/styles/serve.ts';
import type { Style } from '../../../apps/conformance/test/styles/style.ts';
import type { Access } from '../../../apps/conformance/test/traffic/clients.ts';
import { runExamples } from '../example-programs.ts';

/** Runs the example programs of our client against a deployment in memory, which is put on the wire for them. */
export async function runExamplesInMemory(
  { fetch, baseUrl, ...access }: Access,
  style: Style,
): Promise<void> {
  // What was captured has one address, however it came.
  const { origin } = new URL(baseUrl);
  const target = await serve(
    (request) => fetch(new Request(atOrigin(origin, request.url), request)),
    style.workers,
  );
  await runExamples({
    ...access,
    baseUrl: `${target.url}${style.basePath}`,
    agentsUrl: `${target.url}${style.workers.path}`,
  });
  await target.close();
}

function atOrigin(origin: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}
