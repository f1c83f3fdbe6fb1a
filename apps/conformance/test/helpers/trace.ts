import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Spec } from '../../src/spec/spec.ts';
import { type CheckVerdict, judgeChecks } from '../../src/verdicts/judge.ts';
import { type Background, backgroundOf, toRecording } from '../../src/verdicts/to-recording.ts';
import type { VerdictKind } from '../../src/verdicts/verdict.ts';

/** One folder for each check, with one file for each trace. */
export const tracesFolder = join(import.meta.dirname, '../traces');

export interface Outcome {
  readonly verdict: VerdictKind;
  /** What the findings have in common, without repetition. */
  readonly causes: readonly string[];
  /** How many subjects the check examined. */
  readonly subjects: number;
}

/** A small recording, and what one check says of it by one rule. */
export interface Trace {
  readonly check: string;
  readonly rule: string;
  /** Which deployment was recorded: the plain one, or one that breaks the rule in some way. */
  readonly deployment: string;
  readonly expect: Outcome;
  /** Without `toolCall` where the check doesn't look for it. */
  readonly background: Omit<Background, 'operations' | 'toolCall'> & Partial<Pick<Background, 'toolCall'>>;
  readonly exchanges: readonly Exchange[];
}

/** What the trace's check says of it now. */
export function judgeTrace(trace: Omit<Trace, 'expect'>, spec: Spec): Outcome {
  const { verdict, subjects, findings } = verdictOn(trace, spec);
  return { verdict, causes: [...new Set(findings.map(({ cause }) => cause))].sort(), subjects };
}

/** The same with its findings. */
export function verdictOn(
  { check, rule, background, exchanges }: Omit<Trace, 'expect' | 'deployment'>,
  spec: Spec,
): CheckVerdict {
  const judged = spec.rules.find(({ id }) => id === rule);
  if (judged === undefined) throw new Error(`The trace's rule ${rule} isn't in the contract any more.`);
  const recording = toRecording(exchanges, backgroundOf(background, spec.operations));
  const [verdict] = judgeChecks(recording, [{ ...judged, checks: [check] }]);
  if (verdict === undefined) throw new Error(`There is no check ${check}.`);
  return verdict;
}

/** Everything else in the first line, and then one exchange a line. */
export function traceToText({ check, rule, deployment, expect, background, exchanges }: Trace): string {
  return [{ check, rule, deployment, expect, background }, ...exchanges]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function traceFromText(text: string): Trace {
  const [about, ...exchanges] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { ...about, exchanges };
}

/** The checks that have a folder. */
export function tracedChecks(): readonly string[] {
  return readdirSync(tracesFolder).sort();
}

export interface TraceFile {
  readonly name: string;
  readonly trace: Trace;
}

export function tracesOf(check: string): readonly TraceFile[] {
  const folder = join(tracesFolder, check);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, trace: traceFromText(readFileSync(join(folder, name), 'utf8')) }));
}
