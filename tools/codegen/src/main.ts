import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BrokenContract } from './broken-contract.ts';
import { type Target, targets } from './targets.ts';
import { writeFiles } from './write-files.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `Usage: node tools/codegen/src/main.ts <${Object.keys(targets).join('|')}> [--spec FOLDER] [--out FOLDER]`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      spec: { type: 'string', default: `${repository}spec` },
      out: { type: 'string' },
    },
  });
  const [target] = positionals;
  if (positionals.length !== 1 || !isTarget(target)) return fail(usage, 2);
  writeFiles(values.out ?? `${repository}packages/${target}/src/gen`, await targets[target](values.spec));
  return 0;
}

function isTarget(name: string | undefined): name is Target {
  return name !== undefined && Object.hasOwn(targets, name);
}

function fail(message: string, exitCode: number): number {
  process.stderr.write(`${message}\n`);
  return exitCode;
}

function explain(error: unknown): number {
  if (error instanceof BrokenContract)
    return fail(`The contract can't be generated from:\n${error.message}`, 1);
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return fail(`${error.message}\n${usage}`, 2);
  }
  throw error;
}

process.exitCode = await main().catch(explain);
