import type { App } from '../app/app.ts';
import { sandboxFixtures } from '../sandbox/sandbox-fixtures.ts';

/** Says what has no place in a conformance config: where states can be arranged, and what keeps programs apart. */
export function readyDetails(controlUrl: string | undefined, { isolation }: App): object {
  return {
    ...(controlUrl && { control: { url: controlUrl } }),
    programs: programsOf(isolation),
  };
}

function programsOf(isolation: App['isolation']): object {
  if (!isolation) return { place: 'elsewhere' };
  const { measures, refusal } = isolation;
  return refusal ? { place: 'nowhere', why: refusal } : { place: 'here', isolation: measures };
}

/** In seconds: what was acknowledged is never answered as it was before, by any process of the deployment. */
const consistencyWindow = 0;

/** Says where a listening server is, in the form of a deployment config for conformance runs. */
export function readyDocument(origin: string, { sandboxKeys, sandboxWebhook }: App): object {
  const addresses = {
    agentsUrl: `${origin}/agents`,
    baseUrl: origin,
    openapi: `${origin}/openapi.json`,
    consistencyWindow,
  };
  if (!sandboxKeys) return addresses;
  const fixtures = { ...sandboxFixtures, ...(sandboxWebhook && { webhook: sandboxWebhook }) };
  return { ...addresses, credentials: sandboxKeys, fixtures };
}
