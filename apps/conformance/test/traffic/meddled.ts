import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStyledDeployment } from '../styles/deployment.ts';
import { describe } from '../styles/openapi.ts';
import type { Style } from '../styles/style.ts';
import { capturing } from './capturing.ts';
import { goOnJourneys } from './journeys/all-journeys.ts';
import { type JudgedTraffic, judgeCaptured, baseUrl as origin } from './judge-captured.ts';
import { meddle } from './meddle.ts';

/** Judges journeys of users before a lawful deployment, while somebody whom nobody records acts for the same users. */
export async function judgeMeddled(style: Style, seed: number): Promise<JudgedTraffic> {
  const { fetch, seeds } = createStyledDeployment(style);
  const capture = capturing(fetch);
  const folder = await mkdtemp(join(tmpdir(), 'meddled-'));
  try {
    const openapi = join(folder, 'openapi.json');
    await writeFile(openapi, JSON.stringify(describe(style, origin)));
    const target = { agentsUrl: `${origin}${style.workers.path}`, baseUrl: `${origin}${style.basePath}` };
    const place = { ...target, openapi, credentials: seeds, worker: seeds.agents.worker };
    await Promise.all([
      goOnJourneys({ ...place, fetch: capture.fetch }),
      meddle({ ...place, fetch }, seed),
      meddle({ ...place, fetch }, seed + 1_000_000),
    ]);
    const { apiKeys, jwt } = seeds;
    return await judgeCaptured(capture.captured, {
      ...target,
      openapi,
      credentials: {
        apiKey: apiKeys.own,
        jwt: jwt.own,
        otherApiKey: apiKeys.other,
        otherJwt: jwt.other,
        sandboxJwt: jwt.sandbox,
      },
      // The capture counts requests for a clock.
      consistencyWindowMs: style.choices.readsLag === 0 ? 0 : 3_600_000,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
