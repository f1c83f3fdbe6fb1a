import { UsageError } from '../../deployment/errors.ts';
import { isRecord } from '../../json/json-record.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Provider } from '../provider.ts';
import type { PactSource } from '../verify.ts';
import { type Broker, requireBroker } from './broker.ts';

/** Which contracts a broker is asked for, and what it is told afterwards. */
export interface BrokerChoice {
  readonly broker: Broker;
  readonly providers: readonly Provider[];
  /** Consumer version selectors, each as JSON; without any, those that the broker's makers recommend. */
  readonly selectors: readonly string[];
  readonly providerVersion: string | undefined;
  readonly providerBranch: string | undefined;
  readonly enablePending: boolean;
  readonly wipSince: string | undefined;
  readonly publish: boolean;
  readonly buildUrl: string | undefined;
}

/**
 * Contracts at a broker.
 *
 * @throws BrokerError when it can't be asked, UsageError for selectors that are no JSON and results of no version
 */
export async function pactsAtBroker(choice: BrokerChoice): Promise<PactSource> {
  const options = toOptions(choice);
  await requireBroker(choice.broker);
  return {
    providers: choice.providers,
    options: () => options,
    brokerEnvironment: choice.broker.environment,
  };
}

function toOptions(choice: BrokerChoice): string[] {
  const { broker, providerVersion, providerBranch, enablePending, wipSince, publish, buildUrl } = choice;
  if (publish && providerVersion === undefined)
    throw new UsageError('pact verify --publish needs --provider-version.');
  const named = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [name, value];
  return [
    ...['--broker-url', broker.url],
    ...selectorsOf(choice).flatMap((selector) => ['--consumer-version-selectors', selector]),
    ...named('--provider-version', providerVersion),
    ...named('--provider-branch', providerBranch),
    ...(enablePending ? ['--enable-pending'] : []),
    ...named('--include-wip-pacts-since', wipSince),
    ...(publish ? ['--publish'] : []),
    ...named('--build-url', buildUrl),
  ];
}

function selectorsOf({ selectors, providerBranch }: BrokerChoice): readonly string[] {
  const wrong = selectors.find((selector) => !isRecord(parseJson(selector)));
  if (wrong !== undefined)
    throw new UsageError(`--selector takes JSON such as {"mainBranch": true}, not ${JSON.stringify(wrong)}.`);
  if (selectors.length > 0) return selectors;
  const matching = providerBranch === undefined ? [] : [{ matchingBranch: true }];
  const recommended = [{ mainBranch: true }, ...matching, { deployedOrReleased: true }];
  return recommended.map((selector) => JSON.stringify(selector));
}
