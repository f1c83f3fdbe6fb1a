import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded exchanges by which a check passes or breaks, as the tests of the checks have them. */
export interface Trace {
  readonly check: string;
  readonly rule: string;
  /** How the deployment behaves. */
  readonly deployment: string;
  readonly verdict: string;
  readonly exchanges: readonly TracedExchange[];
}

export interface TracedExchange {
  readonly operation: string;
  readonly identity: string;
  readonly request: { readonly method: string; readonly url: string; readonly body?: string };
  readonly response?: { readonly status: number };
}

/** The traces of each check, those that pass first. */
export function readTraces(folder: string): ReadonlyMap<string, readonly Trace[]> {
  const checks = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    checks.map(({ name }) => {
      const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.jsonl'));
      const sorted = files.toSorted((one, other) => Number(isBreak(one)) - Number(isBreak(other)));
      return [name, sorted.map((file) => readTrace(join(folder, name, file)))];
    }),
  );
}

function isBreak(file: string): boolean {
  return file.startsWith('breaks');
}

function readTrace(path: string): Trace {
  const [head, ...exchanges] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const { check, rule, deployment, expect } = head;
  return { check, rule, deployment, verdict: expect.verdict, exchanges };
}
