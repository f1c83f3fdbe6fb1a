import { fileURLToPath } from 'node:url';
import { blameFor } from '../deployment/blame-for.ts';
import { UsageError } from '../deployment/errors.ts';
import type { Drift } from '../drift/drift.ts';
import { type Comparison, findDrift } from '../drift/find-drift.ts';
import { printableText } from '../report/printable.ts';
import { readDescription } from '../spec/read-description.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const documents = { workers: 'workers-api.yaml', user: 'user-api.yaml' } as const;

/** How many operations a document must have in common with an API to be taken for its description. */
const fewest = 3;

type Api = keyof typeof documents;

/** `agent-conformance diff`: compares a deployment's own OpenAPI document with the contract, without traffic. */
export async function diffCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { openapi, json } = parseOptions('diff', args);
  if (openapi === undefined) throw new UsageError('diff needs --openapi URL or FILE.');
  const described = await readTheirs(openapi);
  const apis: Api[] = ['workers', 'user'];
  const comparisons = await Promise.all(
    apis.map(async (api) => ({ api, ...findDrift(await readContract(documents[api]), described) })),
  );
  // One document may well describe one of the two APIs only; a path or two can look alike by chance.
  const present = comparisons.filter(({ compared }) => compared >= fewest);
  if (present.length === 0)
    throw new UsageError(`${openapi} describes neither the Workers API nor the User API.`);
  const drifts = present.flatMap((comparison) => comparison.drifts);
  terminal.out(json ? `${JSON.stringify(present, null, 2)}\n` : formatDrift(present));
  return drifts.some(({ level }) => level === 'drift') ? 1 : 0;
}

async function readTheirs(openapi: string): ReturnType<typeof readDescription> {
  return await readDescription(openapi).catch((cause: unknown) => {
    throw blameFor(cause);
  });
}

function readContract(file: string): ReturnType<typeof readDescription> {
  return readDescription(fileURLToPath(import.meta.resolve(`@agent-workers/spec/${file}`)));
}

function formatDrift(comparisons: readonly (Comparison & { readonly api: Api })[]): string {
  const lines = comparisons.flatMap(({ api, compared, drifts }) => [
    `${api === 'workers' ? 'Workers API' : 'User API'}: ${compared} operations compared, ${count(drifts, 'drift')} drifts, ${count(drifts, 'note')} notes`,
    ...drifts.map(toLine),
  ]);
  return `${printableText(lines.join('\n'))}\n`;
}

function count(drifts: readonly Drift[], level: Drift['level']): number {
  return drifts.filter((drift) => drift.level === level).length;
}

function toLine({ level, kind, operation, expected, described }: Drift): string {
  return `  ${level === 'drift' ? '✗' : 'note:'} ${operation} (${kind}): the contract has ${expected}; described: ${described}`;
}
