import { readFile } from 'node:fs/promises';
import { UsageError } from '../../deployment/errors.ts';
import { readPactFile } from '../pact-file.ts';
import { type Hal, wordsIn } from './hal.ts';

export interface ConsumerVersion {
  readonly version: string;
  readonly branch: string;
  readonly buildUrl: string | undefined;
}

/**
 * Gives contracts to a broker, as those of one version of their consumers.
 *
 * @returns what was published, one line for each consumer; undefined where the version has other contracts already
 * @throws UsageError for files that are no contracts, BrokerError
 */
export async function publishContracts(
  hal: Hal,
  paths: readonly string[],
  { version, branch, buildUrl }: ConsumerVersion,
): Promise<{ readonly isTaken: boolean; readonly lines: readonly string[] }> {
  const files = await Promise.all(
    paths.map(async (path) => ({ ...(await readPactFile(path)), bytes: await readFile(path) })),
  );
  const lines: string[] = [];
  for (const [consumer, own] of Map.groupBy(files, ({ document }) => document.consumer.name)) {
    const answer = await hal.ask('POST', '/contracts/publish', {
      pacticipantName: consumer,
      pacticipantVersionNumber: version,
      branch,
      ...(buildUrl === undefined ? {} : { buildUrl }),
      contracts: own.map(({ provider, bytes }) => ({
        consumerName: consumer,
        providerName: provider,
        specification: 'pact',
        contentType: 'application/json',
        content: bytes.toString('base64'),
      })),
    });
    const what = `${consumer} ${version} (${branch})`;
    if (answer.status === 409)
      return { isTaken: false, lines: [...lines, `${what} was not published: ${wordsIn(answer)}`] };
    if (!answer.isOk) throw new UsageError(`The broker did not take ${what}: ${wordsIn(answer)}.`);
    lines.push(`${what} is published with ${own.map(({ provider }) => provider).join(' and ')}.`);
  }
  return { isTaken: true, lines };
}
