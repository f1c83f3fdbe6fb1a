import { atLeast, type Figure } from '../figure.ts';
import { median } from '../percentile.ts';
import { requestsPerSecond } from '../requests-per-second.ts';
import { withEmbeddedServer, withTwoServers } from '../with-servers.ts';
import { ownPlace } from './own-place.ts';
import { withBareHono, withLangGraph } from './peers.ts';
import type { Place, Read } from './place.ts';
import { whileOthersWrite } from './while-others-write.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const crowd = { connections: 50, duration: 2 };
const leastRatio = 0.5;

/** Reads of one user, alone and beside 20 writes a second of another, with peers. Budget: at least half. */
export async function measureBesideWrites(): Promise<Figure[]> {
  const own = [
    ...(await withEmbeddedServer(async (server) =>
      compareAll(await ownPlace('embedded database', server, server)),
    )),
    ...(await withTwoServers(async ([server, other]) =>
      compareAll(await ownPlace('PostgreSQL, two processes', server, other)),
    )),
  ];
  const budgeted = own.map(({ text, ratio }) => ({
    text,
    budget: atLeast({ value: ratio, limit: leastRatio }),
  }));
  const peers = [await withBareHono(compareAll), await withLangGraph(compareAll).catch(notMeasured)];
  return [...budgeted, ...peers.flat().map(({ text }) => ({ text }))];
}

interface Compared {
  text: string;
  ratio: number;
}

async function compareAll({ name: place, reads, write }: Place): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const reading of reads) {
    const load = () => read(reading);
    await load();
    const pairs: { idle: number; beside: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ idle: await load(), beside: await whileOthersWrite(write, load) });
    const ratio = median(pairs.map(({ idle, beside }) => beside / idle));
    const [idle, beside] = [pairs.map((pair) => pair.idle), pairs.map((pair) => pair.beside)].map(median);
    const text = `${place}, ${reading.name}: ${idle?.toFixed(0)}/s alone, ${beside?.toFixed(0)}/s beside 20 writes/s of another, ratio ${ratio.toFixed(2)}`;
    compared.push({ text, ratio });
  }
  return compared;
}

/** A peer that isn't there is no failure of ours. */
function notMeasured(error: unknown): Compared[] {
  const why = error instanceof Error ? error.message : String(error);
  return [{ text: `LangGraph's development server was not measured: ${why}`, ratio: Number.NaN }];
}

async function read({ origin, headers, paths }: Read): Promise<number> {
  let clients = 0;
  return await requestsPerSecond({
    url: origin,
    headers,
    // Each client begins elsewhere: in step they would all wait for the same answer.
    setupClient(client) {
      const first = Math.floor((clients++ * paths.length) / crowd.connections);
      client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })));
    },
    ...crowd,
  });
}
