import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { TargetError, UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Contract, nameOf } from './contract.ts';
import type { Gateway } from './gateway.ts';
import { lastLine } from './last-line.ts';
import { findPactProgram, pactEnvironment } from './pact-program.ts';
import { type Ended, runProgram } from './run-program.ts';

const resultSchema = z.object({
  description: z.string(),
  duration: z.string().transform((text) => Number.parseInt(text, 10)),
  result: z.enum(['OK', 'Error']),
});

const errorSchema = z.object({
  interaction: z.string(),
  mismatch: z.object({
    message: z.string().optional(),
    mismatches: z
      .array(z.object({ type: z.string().optional(), path: z.string().optional(), mismatch: z.string() }))
      .optional(),
  }),
});

const reportSchema = z.object({
  interactionResults: z.array(resultSchema),
  errors: z.array(errorSchema),
  pendingErrors: z.array(errorSchema),
});

type VerifierReport = z.infer<typeof reportSchema>;

/** How an answer differs from the contract. */
export interface Mismatch {
  /** What differs: `StatusMismatch`, `BodyMismatch`, …; empty where the verifier doesn't say. */
  readonly parts: readonly string[];
  /** Where in a body: `$.visibility`. */
  readonly paths: readonly string[];
  /** The verifier's own words. */
  readonly text: string;
}

export interface VerifierResult {
  readonly description: string;
  readonly durationMs: number;
  /** Undefined when the answer was what the contract asks for. */
  readonly mismatch?: Mismatch;
  /** Whether its author says that no release relies on it yet. */
  readonly isPending: boolean;
}

export interface VerifierOptions {
  readonly gateway: Gateway;
  readonly contract: Contract;
  readonly environment: NodeJS.ProcessEnv;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Lets Pact's own verifier go through a contract, in a process of its own.
 *
 * @returns a result for each interaction, in their order; none when the signal came
 * @throws TargetError when it ends in another way than it should, UsageError when it can't read the contract
 */
export async function runVerifier(options: VerifierOptions): Promise<readonly VerifierResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-conformance-pact-'));
  try {
    const [pact, report] = [join(folder, 'pact.json'), join(folder, 'report.json')];
    const { _links, ...document } = options.contract.document;
    await writeFile(pact, JSON.stringify(document));
    const ended = await runIt(options, { pact, report });
    if (options.signal.aborted) return [];
    const text = await readFile(report, 'utf8').catch(() => '');
    return resultsOf(ended, parseJson(text), options.contract);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runIt(
  { gateway, contract, environment, requestTimeoutMs, signal }: VerifierOptions,
  { pact, report }: { readonly pact: string; readonly report: string },
): Promise<Ended> {
  const address = `http://127.0.0.1:${gateway.port}${gateway.statePath}`;
  const args = [
    ...['verifier', '--hostname', '127.0.0.1', '--port', `${gateway.port}`],
    ...['--provider-name', contract.provider, '--file', pact],
    ...['--state-change-url', address, '--request-timeout', `${requestTimeoutMs}`],
    ...['--json', report, '--no-colour', '--ignore-no-pacts-error'],
  ];
  return runProgram(findPactProgram(), args, { environment: pactEnvironment(environment), signal });
}

/** It ends with 0 where all is well, with 1 where something differs, and with anything else in trouble. */
function resultsOf(ended: Ended, report: unknown, contract: Contract): readonly VerifierResult[] {
  const parsed = reportSchema.safeParse(report);
  const name = `the contract of ${nameOf(contract.consumer)} with ${contract.provider}`;
  if (!parsed.success || ended.exitCode > 1)
    throw new TargetError(
      `Pact's verifier could not go through ${name}; it ended with ${ended.exitCode}: ${lastLine(ended)}`,
      { whose: 'set-up' },
    );
  const { results, notLoaded } = toResults(parsed.data);
  if (notLoaded[0] !== undefined) throw new UsageError(`Pact's verifier can't read ${name}: ${notLoaded[0]}`);
  const { interactions } = contract.document;
  const isWhole =
    results.length === interactions.length &&
    results.every(({ description }, index) => description === interactions[index]?.description);
  const isAgreed =
    (ended.exitCode === 0) === results.every(({ mismatch, isPending }) => !mismatch || isPending);
  if (isWhole && isAgreed) return results;
  throw new TargetError(
    `Pact's verifier gave ${results.length} results for the ${interactions.length} interactions of ${name}, and ended with ${ended.exitCode}: ${lastLine(ended)}`,
    { whose: 'set-up' },
  );
}

interface Read {
  readonly results: readonly VerifierResult[];
  /** What kept contracts from being loaded. */
  readonly notLoaded: readonly string[];
}

/** Errors stand apart from the results; each names its interaction at its end. */
function toResults({ interactionResults, errors, pendingErrors }: VerifierReport): Read {
  const open = [
    ...errors.map((error) => ({ ...error, isPending: false })),
    ...pendingErrors.map((error) => ({ ...error, isPending: true })),
  ];
  const results = interactionResults.map(({ description, duration, result }) => {
    if (result === 'OK') return { description, durationMs: duration, isPending: false };
    const index = open.findIndex(({ interaction }) => interaction.endsWith(` - ${description}`));
    const [found] = index < 0 ? [] : open.splice(index, 1);
    const mismatch =
      found === undefined
        ? { parts: [], paths: [], text: 'the verifier did not say why' }
        : toMismatch(found.mismatch);
    return { description, durationMs: duration, mismatch, isPending: found?.isPending ?? false };
  });
  return { results, notLoaded: open.map(({ mismatch }) => toMismatch(mismatch).text) };
}

function toMismatch({ message, mismatches = [] }: VerifierReport['errors'][number]['mismatch']): Mismatch {
  const parts = [...new Set(mismatches.flatMap(({ type }) => type ?? []))].sort();
  const paths = mismatches.flatMap(({ path }) => path ?? []);
  return { parts, paths, text: shortened(message ?? mismatches.map(({ mismatch }) => mismatch).join('; ')) };
}

/** More of what differs is not read. */
const longest = 2_000;

function shortened(text: string): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)} … (${text.length - longest} more characters)`;
}
