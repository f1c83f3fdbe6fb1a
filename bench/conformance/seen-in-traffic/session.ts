import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toOriginal } from '../../../apps/conformance/test/kill-matrix/plain-deployment.ts';
import type { Original } from '../../../apps/conformance/test/mutants/mutant.ts';
import {
  createStyledDeployment,
  type StyledDeployment,
} from '../../../apps/conformance/test/styles/deployment.ts';
import { describe } from '../../../apps/conformance/test/styles/openapi.ts';
import type { Style } from '../../../apps/conformance/test/styles/style.ts';
import { capturing, type Fetch } from '../../../apps/conformance/test/traffic/capturing.ts';
import { browse, talk } from '../../../apps/conformance/test/traffic/clients.ts';
import { goOnJourneys } from '../../../apps/conformance/test/traffic/journeys/all-journeys.ts';
import {
  type JudgedTraffic,
  judgeCaptured,
  baseUrl as origin,
} from '../../../apps/conformance/test/traffic/judge-captured.ts';
import { sendPactRequests } from '../pact-requests.ts';
import { runExamplesInMemory } from './examples.ts';

/** What stands between ordinary clients and a deployment: it may break something. */
export type Wrap = (deployment: StyledDeployment, original: Original) => Fetch;

export interface SessionOptions {
  readonly style: Style;
  readonly wrap?: Wrap;
  /** Whether the config says that nothing else acts for the users. */
  readonly onlyClients?: boolean | undefined;
  /** The example programs are processes, which take their time. */
  readonly withExamples?: boolean;
}

/**
 * What ordinary clients send, captured and judged as the proxy does: one that talks and one that looks round, what the
 * contracts of our own client have, the example programs, and the journeys of users from the first page to the last.
 */
export async function judgeSession({
  style,
  wrap = ({ fetch }) => fetch,
  onlyClients = false,
  withExamples = false,
}: SessionOptions): Promise<JudgedTraffic> {
  const deployment = withDocument(createStyledDeployment(style), style);
  const { seeds } = deployment;
  const [apiKey, jwt] = [seeds.apiKeys.own, seeds.jwt.own];
  const wrapped = wrap(deployment, toOriginal(deployment));
  const capture = capturing(wrapped);
  const folder = await mkdtemp(join(tmpdir(), 'session-'));
  try {
    // Clients were written for the deployment as it should be; the judge is given what it says of itself.
    const [openapi, told] = [join(folder, 'openapi.json'), join(folder, 'told.json')];
    await writeFile(openapi, await documentOf(deployment.fetch));
    await writeFile(told, await documentOf(wrapped));
    const target = { agentsUrl: `${origin}${style.workers.path}`, baseUrl: `${origin}${style.basePath}` };
    const place = { fetch: capture.fetch, ...target };
    const access = { ...place, apiKey, jwt, agentId: seeds.agents.worker };
    await settled(goOnJourneys({ ...place, openapi, credentials: seeds, worker: seeds.agents.worker }));
    for (const client of [talk, browse, sendPactRequests]) await settled(client(access));
    if (withExamples) await runExamplesInMemory(access, style);
    const { jwt: tokens, apiKeys } = seeds;
    return await judgeCaptured(capture.captured, {
      ...target,
      openapi: told,
      credentials: {
        apiKey,
        jwt,
        otherApiKey: apiKeys.other,
        otherJwt: tokens.other,
        sandboxJwt: tokens.sandbox,
      },
      traffic: { onlyClients },
      // The capture counts requests for a clock.
      consistencyWindowMs: style.choices.readsLag === 0 ? 0 : 3_600_000,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A client may well stumble over what a broken deployment answers. */
async function settled(work: Promise<void>): Promise<void> {
  await work.catch(() => {});
}

const documentUrl = `${origin}/openapi.json`;

function withDocument(deployment: StyledDeployment, style: Style): StyledDeployment {
  return {
    ...deployment,
    fetch: async (request) =>
      request.url === documentUrl ? Response.json(describe(style, origin)) : deployment.fetch(request),
  };
}

async function documentOf(fetch: Fetch): Promise<string> {
  return (await fetch(new Request(documentUrl))).text();
}
