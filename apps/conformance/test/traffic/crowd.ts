import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/report.ts';
import { standBefore } from '../helpers/stand-before.ts';
import { inTrouble } from '../styles/in-trouble.ts';
import { randomStyle } from '../styles/style-arbitrary.ts';
import { browse, talk } from './clients.ts';

/** What the proxy says of ten lawful clients at once before a lawful deployment drawn at random, four of them past it. */
export async function judgeCrowd(seed: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'crowd-'));
  const { access, outside, other, end } = await standBefore(['proxy', '--json'], folder, {
    style: randomStyle(seed),
    withDocument: seed % 2 === 0,
    wrap: (fetch, deployment) => (seed % 4 === 1 ? inTrouble(seed)(deployment) : fetch),
  });
  const clients = [access, other(access), access, other(access), access, other(access), outside];
  await Promise.all([
    ...clients.map((client, number) => (number % 2 === 0 ? talk(client) : browse(client))),
    browse(access),
    talk(other(outside)),
    browse(other(outside)),
  ]);
  const { out, progress } = await end();
  await rm(folder, { recursive: true });
  if (out === '') throw new Error(`No report of seed ${seed}: ${progress}`);
  return JSON.parse(out);
}
