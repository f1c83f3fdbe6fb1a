import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

/** Bytes of a program as a browser loads it: ESM, minified, and compressed as a server would. */
export interface BundleSize {
  minified: number;
  gzip: number;
  text: string;
}

/** JavaScript by the module of client-fetch that it stands in for, such as `transport/middleware.ts`. */
export type StandIns = Readonly<Record<string, string>>;

/** Bundles a program, which is written as a user would write it; with these stand-ins, where there are any. */
export async function bundleSize(program: string, standIns: StandIns = {}): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['@agent-workers/source'],
    legalComments: 'none',
    write: false,
    logLevel: 'error',
    plugins: [replacing(standIns)],
  });
  const text = outputFiles[0]?.text ?? '';
  return { minified: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length, text };
}

function replacing(standIns: StandIns): Plugin {
  const left = new Set(Object.keys(standIns));
  return {
    name: 'stand-ins',
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /client-fetch.src./ }, ({ path }) => {
        const found = Object.entries(standIns).find(([module]) =>
          path.endsWith(`/client-fetch/src/${module}`),
        );
        if (!found) return undefined;
        left.delete(found[0]);
        return { contents: found[1], resolveDir: dirname(path) };
      });
      onEnd(() => ({ errors: [...left].map((module) => ({ text: `There is no module ${module}.` })) }));
    },
  };
}

const get = `'/me/agent-runs/{run_id}', { params: { path: { run_id: 'r' } } }`;

/** Programs of which a budget or a peer is known. */
export const programs = {
  'one operation, plain fetch': `
    import { fetchTransport } from '@agent-workers/client-fetch';
    import { getAgentRun } from '@agent-workers/client-fetch/agent-runs';
    console.log(await getAgentRun(fetchTransport({ baseUrl: 'https://x', jwt: 'y' }), 'id'));`,
  'every operation in both clients, ky': `
    import { createUserClient, createWorkersClient } from '@agent-workers/client-fetch';
    console.log(createUserClient(), createWorkersClient());`,
  'every export, ky': `
    import * as all from '@agent-workers/client-fetch';
    console.log(all);`,
  'openapi-fetch, any number of operations': `
    import createClient from 'openapi-fetch';
    console.log(await createClient({ baseUrl: 'https://x', headers: { authorization: 'Bearer y' } }).GET(${get}));`,
  'ky alone': `import ky from 'ky'; console.log(await ky('https://x').json());`,
  'openai, everything': `import OpenAI from 'openai'; console.log(new OpenAI({ apiKey: 'y' }));`,
  'anthropic, everything': `import Anthropic from '@anthropic-ai/sdk'; console.log(new Anthropic({ apiKey: 'y' }));`,
} as const;
