/**
 * Which rules ordinary clients' traffic shows, which of their mutants it finds, and how many faults of the fault model.
 * What passes is captured and judged as the proxy does, before a deployment in memory.
 * Command: node --conditions=@agent-workers/source seen-in-traffic/main.ts [--table] [--examples] [--no-mutants]
 *   [--faults 0] [--seed 7] [--only-clients]
 * `--examples` lets the example programs of the client take part, which are processes; `--only-clients` says in the config
 * that nothing else acts for the users.
 */
import { parseArgs } from 'node:util';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { namedStyles } from '../../../apps/conformance/test/styles/named-styles.ts';
import { type JudgedFault, judgeFaults } from './judge-faults.ts';
import { type JudgedMutant, judgeMutants } from './judge-mutants.ts';
import { judgeSession } from './session.ts';

const { values } = parseArgs({
  options: {
    table: { type: 'boolean', default: false },
    examples: { type: 'boolean', default: false },
    'no-mutants': { type: 'boolean', default: false },
    'only-clients': { type: 'boolean', default: false },
    faults: { type: 'string', default: '0' },
    seed: { type: 'string', default: '7' },
  },
});
const [style] = namedStyles;
const spec = await loadSpec();
/** Those that `run` judges. */
const checked = spec.rules.filter(({ checks }) => checks !== undefined);
const session = await judgeSession({
  style,
  withExamples: values.examples,
  onlyClients: values['only-clients'],
});
if (session.broken.length > 0) throw new Error(`False alarms: ${session.broken.join(', ')}.`);
const observed = new Set(session.passed);
const planned = new Set(session.verdicts.map(({ rule }) => rule));

say(`exchanges judged: ${session.exchanges.length}`);
say(`rules that traffic can show: ${share(planned.size, checked.length)}`);
say(`observed in this traffic: ${share(observed.size, checked.length)}`);
const mutants: JudgedMutant[] = [];
if (!values['no-mutants']) await tellMutants();
if (Number(values.faults) > 0) await tellFaults(Number(values.faults));
if (values.table) for (const { id } of checked) say(rowOf(id));

async function tellMutants(): Promise<void> {
  for await (const mutant of judgeMutants(spec, observed, style)) {
    mutants.push(mutant);
    if (!mutant.isFound) say(`${mutant.isBroughtAbout ? 'SURVIVED' : 'never there'} ${wordsOf(mutant)}`);
  }
  const there = mutants.filter(({ isBroughtAbout }) => isBroughtAbout);
  const found = mutants.filter(({ isFound }) => isFound).length;
  say(`mutants of observed rules found: ${share(found, mutants.length)}`);
  say(`of those that the traffic came to: ${share(found, there.length)}`);
}

function wordsOf({ rule, check, breaks }: JudgedMutant): string {
  return `${rule}${check === undefined ? '' : ` (${check})`}: ${breaks}`;
}

async function tellFaults(count: number): Promise<void> {
  const faults: JudgedFault[] = [];
  for await (const one of judgeFaults(spec.operations, { style, count, seed: Number(values.seed) })) {
    faults.push(one);
    if (one.rules.length === 0) say(`${one.isBroughtAbout ? 'MISSED' : 'never there'} ${one.fault.id}`);
  }
  const there = faults.filter(({ isBroughtAbout }) => isBroughtAbout);
  const found = faults.filter(({ rules }) => rules.length > 0).length;
  say(`faults found: ${share(found, there.length)} that the traffic came to, of ${faults.length}`);
}

function rowOf(rule: string): string {
  const own = mutants.filter((one) => one.rule === rule);
  const found = own.filter(({ isFound }) => isFound).length;
  const seen = observed.has(rule) ? 'observed' : planned.has(rule) ? 'not in this traffic' : 'no';
  return `| ${rule} | ${seen} | ${own.length === 0 ? '' : `${found} of ${own.length}`} |`;
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
