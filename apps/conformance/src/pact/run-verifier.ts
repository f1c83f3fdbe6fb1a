import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { TargetError } from '../deployment/errors.ts';
import type { Gateway } from './gateway.ts';
import { lastWords } from './last-words.ts';
import { findPactProgram, pactEnvironment } from './pact-program.ts';
import { runProgram } from './run-program.ts';

const resultSchema = z.object({
  description: z.string(),
  duration: z.string().transform((text) => Number.parseInt(text, 10)),
  result: z.enum(['OK', 'Error']),
});

const errorSchema = z.object({
  interaction: z.string(),
  mismatch: z.object({
    message: z.string().optional(),
    mismatches: z.array(z.object({ type: z.string().optional(), mismatch: z.string() })).optional(),
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
  /** The verifier's own words. */
  readonly text: string;
}

export interface VerifierResult {
  readonly description: string;
  readonly durationMs: number;
  /** Undefined when the answer was what the contract asks for. */
  readonly mismatch?: Mismatch;
  /** Whether no release relies on its contract yet. */
  readonly isPending: boolean;
}

export interface Verified {
  /** In the order of their requests. */
  readonly results: readonly VerifierResult[];
  /** What kept contracts from being loaded. */
  readonly notLoaded: readonly string[];
}

export interface VerifierOptions {
  readonly gateway: Gateway;
  readonly provider: string;
  /** Where its contracts come from. */
  readonly source: readonly string[];
  /** The broker's address and credentials, if it is to ask one. */
  readonly brokerEnvironment: NodeJS.ProcessEnv;
  readonly environment: NodeJS.ProcessEnv;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Lets Pact's own verifier go through the contracts, in a process of its own.
 *
 * @throws TargetError when it ends without a report
 */
export async function runVerifier(options: VerifierOptions): Promise<Verified> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-conformance-pact-'));
  const report = join(folder, 'report.json');
  const { gateway, provider, source, brokerEnvironment, environment, requestTimeoutMs, signal } = options;
  const address = `http://127.0.0.1:${gateway.port}${gateway.statePath}`;
  const args = [
    ...['verifier', '--hostname', '127.0.0.1', '--port', `${gateway.port}`, '--provider-name', provider],
    ...['--state-change-url', address, '--request-timeout', `${requestTimeoutMs}`],
    ...['--json', report, '--no-colour', '--ignore-no-pacts-error', ...source],
  ];
  try {
    const ended = await runProgram(findPactProgram(), args, {
      environment: pactEnvironment(environment, brokerEnvironment),
      signal,
    });
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) throw new TargetError(`Pact's verifier gave no report: ${lastWords(ended)}`);
    return toVerified(reportSchema.parse(JSON.parse(text)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Errors stand apart from the results; each names its interaction at its end. */
function toVerified({ interactionResults, errors, pendingErrors }: VerifierReport): Verified {
  const open = [
    ...errors.map((error) => ({ ...error, isPending: false })),
    ...pendingErrors.map((error) => ({ ...error, isPending: true })),
  ];
  const results = interactionResults.map(({ description, duration, result }) => {
    if (result === 'OK') return { description, durationMs: duration, isPending: false };
    const index = open.findIndex(({ interaction }) => interaction.endsWith(` - ${description}`));
    const [found] = index < 0 ? [] : open.splice(index, 1);
    const mismatch =
      found === undefined ? { parts: [], text: 'the verifier did not say why' } : toMismatch(found.mismatch);
    return { description, durationMs: duration, mismatch, isPending: found?.isPending ?? false };
  });
  return { results, notLoaded: open.map(({ mismatch }) => toMismatch(mismatch).text) };
}

function toMismatch({ message, mismatches = [] }: VerifierReport['errors'][number]['mismatch']): Mismatch {
  const parts = [...new Set(mismatches.flatMap(({ type }) => type ?? []))].sort();
  return { parts, text: message ?? mismatches.map(({ mismatch }) => mismatch).join('; ') };
}
