/**
 * The same faults, made at random, before the conformance CLI and before Schemathesis: how many each finds and with
 * how many requests. A fault counts as found by Schemathesis when it reports a failure of an operation that it does
 * not report of the deployment without a fault.
 * Command: SCHEMATHESIS=path/to/schemathesis node peer-schemathesis.ts [mutants per depth, default 8] [first seed]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  depths,
  type RandomMutant,
  randomMutant,
} from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import {
  createStyledDeployment,
  type StyledDeployment,
} from '../../apps/conformance/test/styles/deployment.ts';
import { judgeStyle } from '../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';
import { describe } from '../../apps/conformance/test/styles/openapi.ts';
import { serve } from '../../apps/conformance/test/styles/serve.ts';

type Wrap = RandomMutant['wrap'];

interface Outcome {
  readonly failures: ReadonlySet<string>;
  readonly requests: number;
}

const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const [count = 8, firstSeed = 1] = process.argv.slice(2).map(Number);
const [style] = namedStyles;
const untouched: Wrap = ({ fetch }) => fetch;

const plain = { ours: await runOurs(untouched), theirs: await runTheirs(untouched) };
say('without a fault', plain.ours, plain.theirs);
const totals = { ours: 0, theirs: 0, mutants: 0, ourRequests: 0, theirRequests: 0 };
for (const depth of depths) {
  for (const { operator, subject, wrap } of mutantsOf(depth)) {
    const [ours, theirs] = [await runOurs(wrap), await runTheirs(wrap)];
    say(`${depth}: ${operator}, ${subject}`, ours, theirs);
    totals.mutants += 1;
    totals.ours += isFound(ours, plain.ours) ? 1 : 0;
    totals.theirs += isFound(theirs, plain.theirs) ? 1 : 0;
    totals.ourRequests += ours.requests;
    totals.theirRequests += theirs.requests;
  }
}
process.stdout.write(`${JSON.stringify(totals)}\n`);

/** Schemathesis is given the document of the User API, so its faults alone are compared. */
function mutantsOf(depth: (typeof depths)[number]): RandomMutant[] {
  const seeds = Array.from({ length: count * 4 }, (_, index) => firstSeed + index);
  const drawn = seeds.map((seed) => randomMutant(style, depth, seed));
  return drawn.filter(({ subject }) => subject.includes('/me')).slice(0, count);
}

function isFound({ failures }: Outcome, { failures: before }: Outcome): boolean {
  return [...failures].some((failure) => !before.has(failure));
}

function say(name: string, ours: Outcome, theirs: Outcome): void {
  const words = (outcome: Outcome, before: Outcome): string =>
    `${isFound(outcome, before) ? 'found' : 'not found'} with ${outcome.requests} requests`;
  process.stdout.write(
    `${name} | agent-conformance ${words(ours, plain.ours)} | Schemathesis ${words(theirs, plain.theirs)}\n`,
  );
}

async function runOurs(wrap: Wrap): Promise<Outcome> {
  const args = ['--scenarios', '0', '--seed', '7'];
  try {
    const { findings, summary } = await judgeStyle(style, { withDocument: true, args, wrap });
    return { failures: new Set(findings.map(({ rule }) => rule)), requests: summary.requests };
  } catch (error) {
    // A run that can't even begin has noticed the fault as well.
    if (!(error instanceof Error && error.message.startsWith('No report'))) throw error;
    return { failures: new Set(['nothing could be judged']), requests: 1 };
  }
}

async function runTheirs(wrap: Wrap): Promise<Outcome> {
  const deployment = createStyledDeployment(style);
  const { fetch, counted } = counting(wrap(deployment));
  const target = await serve(fetch, style.workers);
  const folder = await mkdtemp(join(tmpdir(), 'peer-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(documentFor(target.url)));
  await runSchemathesis(folder, target.url, deployment);
  const report = await readFile(join(folder, 'junit.xml'), 'utf8');
  await target.close();
  await rm(folder, { recursive: true });
  return { failures: failuresIn(report), requests: counted() };
}

/** Schemathesis takes every status that its document leaves out for a failure, so a refused credential is added. */
function documentFor(url: string) {
  const document = describe(style, url);
  const paths = Object.entries(Object(document.paths)).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(Object(operations)).map(([method, one]) => [method, withRefusal(one)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function withRefusal(operation: unknown) {
  const described = Object(operation);
  const refusal = { [style.choices.credentials.refusal]: { description: 'Who are you?' } };
  return { ...described, responses: { ...refusal, ...described.responses } };
}

function counting(fetch: StyledDeployment['fetch']) {
  let requests = 0;
  const counted: StyledDeployment['fetch'] = (request) => {
    requests += 1;
    return fetch(request);
  };
  return { fetch: counted, counted: () => requests };
}

/** The phases that its measured findings came from; the others took most of its time and added none. */
async function runSchemathesis(folder: string, url: string, { seeds }: StyledDeployment): Promise<void> {
  const options = ['--phases', 'examples,coverage', '--continue-on-failure', '--seed', '1'];
  const report = ['--report', 'junit', '--report-junit-path', join(folder, 'junit.xml')];
  const target = [join(folder, 'openapi.json'), '--url', url, '-H', `Authorization: Bearer ${seeds.jwt.own}`];
  const child = spawn(program, ['run', ...target, ...options, ...report], { stdio: 'ignore', cwd: folder });
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
}

/** Operation and kind of each failure. */
function failuresIn(junit: string): ReadonlySet<string> {
  const cases = junit.split('<testcase ').slice(1);
  const named = cases.flatMap((one) => {
    const name = /name="([^"]*)"/.exec(one)?.[1] ?? '';
    const codes = [...one.matchAll(/- (ST\d+)/g)].map(([, code]) => code);
    return [...new Set(codes)].map((code) => `${name} ${code}`);
  });
  return new Set(named);
}
