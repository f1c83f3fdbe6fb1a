import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dispatch } from '../../src/cli/dispatch.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment, type StyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';
import type { Style } from '../styles/style.ts';
import type { Fetch } from '../traffic/capturing.ts';
import type { Access } from '../traffic/clients.ts';

interface StandOptions {
  readonly style?: Style;
  /** Changes the deployment on its way to the wire. */
  readonly wrap?: (fetch: Fetch, deployment: StyledDeployment) => Fetch;
  /** Whether the CLI is given the deployment's own OpenAPI document. */
  readonly withDocument?: boolean;
}

const plain = (fetch: Fetch): Fetch => fetch;

export interface Standing {
  readonly access: Access;
  /** The same deployment, past the proxy. */
  readonly outside: Access;
  /** The same place for the other user. */
  readonly other: (access: Access) => Access;
  readonly secrets: readonly string[];
  /** What was said until now. */
  readonly progress: () => string;
  readonly stopTarget: () => Promise<unknown>;
  readonly end: () => Promise<{ exitCode: number; out: string; progress: string }>;
}

/** A deployment of a style behind the proxy, as its owner would start it. */
export async function standBefore(
  command: readonly string[],
  folder: string,
  { style = namedStyles[0], wrap = plain, withDocument = false }: StandOptions = {},
): Promise<Standing> {
  const deployment = createStyledDeployment(style);
  const { fetch, seeds } = deployment;
  const target = await serve(wrap(fetch, deployment), style.workers);
  const [config, openapi] = [join(folder, 'deployment.json'), join(folder, 'openapi.json')];
  await writeFile(openapi, JSON.stringify(describe(style, target.url)));
  const facts = configOf(style, seeds, target.url);
  await writeFile(config, JSON.stringify(withDocument ? { ...facts, openapi } : facts));
  const stop = new AbortController();
  const where = Promise.withResolvers<string>();
  let [out, progress] = ['', ''];
  const exitCode = dispatch([...command, '--config', config, '--listen', '127.0.0.1:0'], {
    out: (text) => {
      out += text;
    },
    progress: (text) => {
      progress += text;
      const address = /User API: (http:\/\/127\.0\.0\.1:\d+)/.exec(progress)?.[1];
      if (address !== undefined && progress.includes('Ctrl-C')) where.resolve(address);
    },
    interactive: false,
    colour: false,
    environment: {},
    signal: stop.signal,
  });
  const at = (origin: string): Access => ({
    fetch: globalThis.fetch,
    agentsUrl: `${origin}${style.workers.path}`,
    baseUrl: `${origin}${style.basePath}`,
    apiKey: seeds.apiKeys.own,
    jwt: seeds.jwt.own,
    agentId: seeds.agents.worker,
  });
  exitCode.then((code) => where.reject(new Error(`Ended with ${code}: ${progress}`)), where.reject);
  const proxy = await where.promise;
  return {
    access: at(proxy),
    outside: at(target.url),
    other: (one) => ({ ...one, apiKey: seeds.apiKeys.other, jwt: seeds.jwt.other }),
    secrets: [...Object.values(seeds.apiKeys), ...Object.values(seeds.jwt)],
    progress: () => progress,
    stopTarget: target.close,
    end: async () => {
      stop.abort();
      const code = await exitCode;
      await target.close();
      return { exitCode: code, out, progress };
    },
  };
}
