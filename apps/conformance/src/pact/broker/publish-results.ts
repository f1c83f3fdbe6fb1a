import * as z from 'zod';
import { UsageError } from '../../deployment/errors.ts';
import { programVersion } from '../../report/program-version.ts';
import { say } from '../../report/sentences/say.ts';
import { type Contract, nameOf } from '../contract.ts';
import type { InteractionOutcome } from '../outcome.ts';
import type { Verified } from '../verify.ts';
import { BrokerError } from './broker.ts';
import { type Hal, linkIn, pathTo, requireShape, wordsIn } from './hal.ts';

/** Whose outcome it is. */
export interface Publication {
  readonly providerVersion: string;
  readonly providerBranch: string | undefined;
  readonly buildUrl: string | undefined;
}

/** What a broker is told of a contract; undefined where nothing may be said yet. */
interface Result {
  readonly success: boolean;
  readonly testResults: readonly object[];
}

/**
 * What a broker is told of the outcomes of one contract. Only what was verified or broken is named: of the others the
 * broker says by itself that their results are missing. Where the target was in trouble, or nothing was verified, the
 * broker is told nothing, so that it goes on saying that it doesn't know.
 */
function resultOf(outcomes: readonly InteractionOutcome[]): Result | undefined {
  const broken = outcomes.filter(isBroken);
  const verified = outcomes.filter(({ verdict }) => verdict === 'passed');
  const isKnown = broken.length > 0 || (verified.length > 0 && !outcomes.some(isInTrouble));
  if (!isKnown) return undefined;
  return {
    success: broken.length === 0,
    testResults: outcomes
      .filter((one) => one.verdict === 'passed' || isBroken(one))
      .map((one) => ({
        ...(one.id === undefined ? {} : { interactionId: one.id }),
        interactionDescription: one.description,
        success: !isBroken(one),
        ...(isBroken(one) ? { mismatches: [{ description: wordsOf(one) }] } : {}),
      })),
  };
}

/** Also where no release relies on it yet: who wants to release it has to know. */
function isBroken({ verdict, isPending }: InteractionOutcome): boolean {
  return verdict === 'failed' || isPending === true;
}

function isInTrouble({ verdict }: InteractionOutcome): boolean {
  return verdict === 'inconclusive';
}

function wordsOf({ problem, reason = '' }: InteractionOutcome): string {
  if (problem === undefined) return reason;
  const { expected, observed } = say(problem);
  return `expected ${expected}; observed ${observed}`;
}

/**
 * Tells the broker what became of each contract, and looks whether it has taken it.
 *
 * @returns the contracts of which nothing was said
 * @throws BrokerError when one was not taken
 */
export async function publishResults(
  hal: Hal,
  verified: readonly Verified[],
  publication: Publication,
): Promise<readonly Contract[]> {
  const told = verified.flatMap(({ contract, outcomes }) => {
    const result = resultOf(outcomes);
    return result === undefined ? [] : [{ contract, result }];
  });
  const providers = [...new Set(told.map(({ contract }) => contract.provider))];
  for (const provider of providers) await putOnBranch(hal, provider, publication);
  for (const one of told) await publishOne(hal, one, publication);
  return verified
    .map(({ contract }) => contract)
    .filter((one) => !told.some(({ contract }) => contract === one));
}

async function putOnBranch(
  hal: Hal,
  provider: string,
  { providerVersion, providerBranch }: Publication,
): Promise<void> {
  if (providerBranch === undefined) return;
  const place = pathTo('pacticipants', provider, 'branches', providerBranch, 'versions', providerVersion);
  const answer = await hal.ask('PUT', place, {});
  if (!answer.isOk)
    throw new BrokerError(
      `The broker did not put ${provider} ${providerVersion} on its branch: ${wordsIn(answer)}.`,
    );
}

const keptSchema = z.looseObject({ success: z.boolean(), providerApplicationVersion: z.string() });

async function publishOne(
  hal: Hal,
  { contract, result }: { readonly contract: Contract; readonly result: Result },
  { providerVersion, buildUrl }: Publication,
): Promise<void> {
  const name = `the outcome for ${nameOf(contract.consumer)} with ${contract.provider}`;
  if (contract.resultsUrl === undefined)
    throw new UsageError(
      `The contract of ${nameOf(contract.consumer)} says nowhere to publish its outcome to.`,
    );
  const answer = await hal.ask('POST', contract.resultsUrl, {
    ...result,
    providerApplicationVersion: providerVersion,
    ...(buildUrl === undefined ? {} : { buildUrl }),
    verifiedBy: { implementation: 'agent-conformance', version: programVersion() },
  });
  const self = linkIn(answer.body, 'self');
  if (!answer.isOk || self === undefined)
    throw new BrokerError(`The broker did not take ${name}: ${wordsIn(answer)}.`);
  const kept = requireShape(keptSchema, await hal.ask('GET', self), 'a verification result');
  if (kept.success !== result.success || kept.providerApplicationVersion !== providerVersion)
    throw new BrokerError(`The broker has another outcome than ${name} that was published.`);
}
