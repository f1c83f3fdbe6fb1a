import * as z from 'zod';
import { UsageError } from '../../deployment/errors.ts';
import { recordOf } from '../../json/json-record.ts';
import { type Contract, pactSchema } from '../contract.ts';
import { issueOf } from '../pact-file.ts';
import type { Provider } from '../provider.ts';
import { BrokerError, withoutUser } from './broker.ts';
import { embeddedIn, type Hal, linkIn, pathTo, requireShape, wordsIn } from './hal.ts';
import type { Selector } from './selectors.ts';

/** Which contracts a broker is asked for. */
export interface Question {
  readonly providers: readonly Provider[];
  readonly selectors: readonly Selector[];
  readonly providerBranch: string | undefined;
  readonly enablePending: boolean;
  readonly wipSince: string | undefined;
}

const chosenSchema = z.looseObject({
  verificationProperties: z
    .looseObject({ pending: z.boolean().optional(), wip: z.boolean().optional() })
    .optional(),
});

/**
 * The contracts that the providers are to verify.
 *
 * @throws BrokerError, UsageError for what the broker refuses
 */
export async function contractsAtBroker(hal: Hal, question: Question): Promise<Contract[]> {
  const contracts = await Promise.all(
    question.providers.map((provider) => ofProvider(hal, provider, question)),
  );
  return contracts.flat();
}

async function ofProvider(
  hal: Hal,
  provider: Provider,
  { selectors, providerBranch, enablePending, wipSince }: Question,
): Promise<Contract[]> {
  const answer = await hal.ask('POST', `${pathTo('pacts', 'provider', provider)}/for-verification`, {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
    ...(wipSince === undefined ? {} : { includeWipPactsSince: wipSince }),
  });
  // A provider that the broker has never heard of has no contracts yet.
  if (answer.status === 404) return [];
  if (!answer.isOk) throw new UsageError(`The broker can't choose contracts: ${wordsIn(answer)}.`);
  return Promise.all(
    embeddedIn(answer.body, 'pacts').map((one) => {
      const chosen = chosenSchema.safeParse(one);
      const href = linkIn(one, 'self');
      if (!chosen.success || href === undefined)
        throw new BrokerError(`The broker's list of contracts with ${provider} has one without an address.`);
      const { pending = false, wip = false } = chosen.data.verificationProperties ?? {};
      // Nothing relies on work in progress, whether or not it was asked what is pending.
      return contractAt(hal, href, pending || wip);
    }),
  );
}

/**
 * The contract at an address, such as the one that a webhook announces.
 *
 * @throws BrokerError, UsageError where there is no contract
 */
export async function contractAt(hal: Hal, place: string, isPending = false): Promise<Contract> {
  const url = withoutUser(place);
  const answer = await hal.ask('GET', url);
  if (!answer.isOk) throw new UsageError(`There is no contract at ${url}: ${wordsIn(answer)}.`);
  const parsed = pactSchema.safeParse(answer.body);
  if (!parsed.success)
    throw new UsageError(`${url} is no pact with workers-api or user-api: ${issueOf(parsed.error)}.`);
  const document = parsed.data;
  const link = recordOf(recordOf(document._links)['pb:consumer-version']);
  const version = typeof link.name === 'string' ? link.name : undefined;
  return {
    consumer: { name: document.consumer.name, version, branches: await branchesAt(hal, link.href) },
    provider: document.provider.name,
    document,
    isPending,
    resultsUrl: linkIn(document, 'pb:publish-verification-results'),
  };
}

const versionSchema = z.looseObject({
  _embedded: z
    .looseObject({ branchVersions: z.array(z.looseObject({ name: z.string() })).optional() })
    .optional(),
});

/** The branches that a version of the consumer is on; the broker tells them with the version. */
async function branchesAt(hal: Hal, href: unknown): Promise<readonly string[]> {
  if (typeof href !== 'string') return [];
  const answer = await hal.ask('GET', href);
  if (!answer.isOk) return [];
  const { _embedded: embedded } = requireShape(versionSchema, answer, 'a version');
  return (embedded?.branchVersions ?? []).map(({ name }) => name);
}
