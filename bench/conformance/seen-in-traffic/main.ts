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
import { allChecks } from '../../../apps/conformance/src/verdicts/checks/all-checks.ts';
import { plain } from '../../../apps/conformance/test/kill-matrix/plain-deployment.ts';
import { type JudgedFault, judgeFaults } from './judge-faults.ts';
import { type JudgedMutant, judgeMutants } from './judge-mutants.ts';
import { asTable, observedIn, rowsOf } from './rows.ts';
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
const spec = await loadSpec();
/** Those that `run` judges. */
const checked = spec.rules.filter(({ checks }) => checks !== undefined);
// The mutants know its names of things.
const told = { style: plain, onlyClients: values['only-clients'] };
/** The checks that judge traffic; a rule may have others, which only `run` judges by. */
const speaks: ReadonlySet<string> = new Set(
  allChecks
    .filter(({ traffic }) => traffic !== undefined && (told.onlyClients || traffic.restsOn !== 'account'))
    .map(({ id }) => id),
);

const session = await judgeSession({ ...told, withExamples: values.examples });
if (session.broken.length > 0) throw new Error(`False alarms: ${session.broken.join(', ')}.`);
const passed = new Set(session.passed);
const planned = new Set(session.verdicts.map(({ rule }) => rule));
say(`exchanges judged: ${session.exchanges.length}`);
say(`rules that traffic can show: ${share(planned.size, checked.length)}`);
say(`passed in this traffic: ${share(passed.size, checked.length)}`);
const mutants = values['no-mutants'] ? [] : await tellMutants();
if (Number(values.faults) > 0) await tellFaults(Number(values.faults));
if (values.table) for (const line of asTable(rowsOf(checked, { planned, mutants }))) say(line);

/** Rules count as observed where the traffic came to what one of their mutants breaks: a rule may pass by luck. */
async function tellMutants(): Promise<readonly JudgedMutant[]> {
  const all: JudgedMutant[] = [];
  for await (const mutant of judgeMutants(spec, passed, told)) {
    all.push(mutant);
    if (!mutant.isFound) say(fateOf(mutant));
  }
  const observed = observedIn(all);
  const own = all.filter(({ rule }) => observed.has(rule));
  const there = own.filter(({ isBroughtAbout }) => isBroughtAbout);
  const count = (some: readonly JudgedMutant[], is: (one: JudgedMutant) => boolean): string =>
    share(some.filter(is).length, some.length);
  say(`rules observed: ${share(observed.size, checked.length)}`);
  say(`their mutants found by their rule: ${count(own, ({ isFound }) => isFound)}`);
  const speaking = own.filter(({ check }) => check === undefined || speaks.has(check));
  say(`of those whose check speaks of traffic: ${count(speaking, ({ isFound }) => isFound)}`);
  say(`of those that the traffic came to: ${count(there, ({ isFound }) => isFound)}`);
  say(`and by any rule: ${count(there, ({ foundBy }) => foundBy.length > 0)}`);
  return all;
}

function fateOf({ rule, check, breaks, isBroughtAbout, foundBy }: JudgedMutant): string {
  const mutant = `${rule}${check === undefined ? '' : ` (${check})`}: ${breaks}`;
  if (!isBroughtAbout) return `NEVER THERE ${mutant}`;
  return foundBy.length === 0 ? `SURVIVED ${mutant}` : `BY OTHERS ${mutant}; ${foundBy.join(', ')}`;
}

async function tellFaults(count: number): Promise<void> {
  const faults: JudgedFault[] = [];
  const drawn = { ...told, count, seed: Number(values.seed) };
  for await (const one of judgeFaults(spec.operations, drawn)) {
    faults.push(one);
    if (one.rules.length === 0) say(`${one.isBroughtAbout ? 'MISSED' : 'NEVER THERE'} ${one.fault.id}`);
  }
  const there = faults.filter(({ isBroughtAbout }) => isBroughtAbout);
  const found = faults.filter(({ rules }) => rules.length > 0).length;
  say(`faults found: ${share(found, there.length)} that the traffic came to, of ${faults.length}`);
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
