import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dispatch } from '../../src/cli/dispatch.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';
import type { Fetch } from '../traffic/capturing.ts';
import type { Access } from '../traffic/clients.ts';

export interface Standing {
  readonly access: Access;
  /** The same deployment, past the proxy. */
  readonly outside: Access;
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
  { style = namedStyles[0], wrap = (fetch: Fetch) => fetch, withDocument = false } = {},
): Promise<Standing> {
  if (style === undefined) throw new Error('There is a style.');
  const { fetch, seeds } = createStyledDeployment(style);
  const target = await serve(wrap(fetch), style.workers);
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
