import { budgets } from './budgets.ts';
import { bundleSize, programs } from './bundle-size.ts';
import { features, priceOf } from './feature-prices.ts';
import { countInstantiations, functionCalls, methodCalls, pathCalls } from './instantiations.ts';
import { measureLongLine, measureNdjson } from './ndjson.ts';
import { measureOverhead } from './overhead.ts';

/** Prints every figure that the client claims, with its peers in the same run. */
async function main(): Promise<void> {
  const { oneOperation, bothClients, instantiations, plainOverhead, clientOverhead, batches } = budgets;
  title(
    `Bundles: bytes minified and with gzip (budgets: one operation ${oneOperation}, both clients with ky ${bothClients})`,
  );
  for (const [name, program] of Object.entries(programs)) {
    const { minified, gzip } = await bundleSize(program);
    row(name, `${minified} / ${gzip}`);
  }
  title(
    'What each feature takes of both clients: bytes less without it (* asked for after the first budget)',
  );
  for (const feature of features)
    row(`${feature.name}${feature.later ? ' *' : ''}`, await priceOf([feature]));
  row('all with *, together', await priceOf(features.filter(({ later }) => later)));
  title(`Types: instantiations for 93 calls in each of 10 files (budget ${instantiations})`);
  for (const compiler of ['TypeScript 5.9', 'TypeScript 7'] as const) {
    row(`client-fetch, ${compiler}`, await countInstantiations(compiler, functionCalls(), 10));
    row(`client-fetch by methods, ${compiler}`, await countInstantiations(compiler, methodCalls(), 10));
    row(`openapi-fetch, ${compiler}`, await countInstantiations(compiler, pathCalls(), 10));
  }
  title(
    `One request: CPU microseconds and ratio to raw fetch (budgets: plain ${plainOverhead}, client ${clientOverhead})`,
  );
  const overhead = await measureOverhead(Number(process.env.ROUNDS ?? 6));
  const raw = overhead['raw fetch'] ?? Number.NaN;
  for (const [name, each] of Object.entries(overhead))
    row(name, `${each.toFixed(0)}  ${(each / raw).toFixed(2)}`);
  title(`NDJSON with JSON.parse: MB per second of CPU and ratio to indexOf (budget for batches: ${batches})`);
  const speeds = await measureNdjson(8);
  const indexOf = speeds.indexOf ?? Number.NaN;
  for (const [name, speed] of Object.entries(speeds))
    row(name, `${speed.toFixed(0)}  ${(speed / indexOf).toFixed(2)}`);
  title('One long line: CPU milliseconds (budget: linear)');
  for (const mebibytes of [4, 8, 16]) row(`${mebibytes} MiB`, (await measureLongLine(mebibytes)).toFixed(0));
}

function title(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function row(name: string, value: string | number): void {
  process.stdout.write(`  ${name.padEnd(72)}${value}\n`);
}

await main();
