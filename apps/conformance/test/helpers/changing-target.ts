import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plain } from '../kill-matrix/plain-deployment.ts';
import type { Fetch } from '../mutants/mutant.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment, type StyledDeployment } from '../styles/deployment.ts';
import { describe } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';
import type { Style } from '../styles/style.ts';

/** A deployment in memory that is told how to answer while it is served. */
export interface ChangingTarget {
  readonly deployment: StyledDeployment;
  readonly url: string;
  /** Of its own, removed when it is closed. */
  readonly folder: string;
  readonly config: string;
  readonly answerBy: (fetch: Fetch) => void;
  readonly close: () => Promise<void>;
}

export async function serveChanging({
  style = plain,
  withDocument = false,
}: {
  readonly style?: Style;
  readonly withDocument?: boolean;
} = {}): Promise<ChangingTarget> {
  const deployment = createStyledDeployment(style);
  let answer: Fetch = deployment.fetch;
  const { url, close } = await serve((request) => answer(request), style.workers);
  const folder = await mkdtemp(join(tmpdir(), 'changing-'));
  const openapi = join(folder, 'openapi.json');
  await writeFile(openapi, JSON.stringify(describe(style, url)));
  const config = join(folder, 'deployment.json');
  const told = configOf(style, deployment.seeds, url);
  await writeFile(config, JSON.stringify(withDocument ? { ...told, openapi } : told));
  return {
    deployment,
    url,
    folder,
    config,
    answerBy: (fetch) => {
      answer = fetch;
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
