import * as z from 'zod';
import { UsageError } from '../../deployment/errors.ts';
import { didYouMean } from '../../deployment/nearest.ts';
import { embeddedIn, type Hal, linkIn, pathTo, requireShape, wordsIn } from './hal.ts';

const environmentSchema = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  displayName: z.string().nullish(),
  production: z.boolean(),
});

export type Environment = z.infer<typeof environmentSchema>;

/** A version at a place. */
export interface Placed {
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  /** Which of several instances there. */
  readonly instance?: string | undefined;
}

/** @throws BrokerError */
export async function listEnvironments(hal: Hal): Promise<readonly Environment[]> {
  const answer = await hal.ask('GET', '/environments');
  return embeddedIn(answer.body, 'environments').map((body) =>
    requireShape(environmentSchema, { ...answer, body }, 'a list of environments'),
  );
}

/** @throws UsageError when the broker refuses it, such as for a name that is there already; BrokerError */
export async function createEnvironment(
  hal: Hal,
  environment: { readonly name: string; readonly displayName: string; readonly production: boolean },
): Promise<void> {
  const answer = await hal.ask('POST', '/environments', environment);
  if (!answer.isOk)
    throw new UsageError(`The broker did not create the environment ${environment.name}: ${wordsIn(answer)}`);
}

export const recorded = {
  deployment: { relation: 'pb:record-deployment', words: 'deployed' },
  release: { relation: 'pb:record-release', words: 'released' },
} as const;

/**
 * Tells the broker that a version is now at a place.
 *
 * @throws UsageError for a version or a place that the broker doesn't know, BrokerError
 */
export async function record(hal: Hal, what: keyof typeof recorded, placed: Placed): Promise<void> {
  const { pacticipant, version, environment, instance } = placed;
  const found = await hal.ask('GET', pathTo('pacticipants', pacticipant, 'versions', version));
  if (!found.isOk)
    throw new UsageError(
      `The broker knows no version ${version} of ${pacticipant}: publish its contracts or verification results first.`,
    );
  const link = linkIn(found.body, recorded[what].relation, environment);
  if (link === undefined) throw await unknownEnvironment(hal, environment);
  const answer = await hal.ask('POST', link, instance === undefined ? {} : { applicationInstance: instance });
  if (!answer.isOk)
    throw new UsageError(`The broker did not record that it is ${recorded[what].words}: ${wordsIn(answer)}`);
}

const deployedSchema = z.looseObject({
  applicationInstance: z.string().nullish(),
  _embedded: z.looseObject({ version: z.looseObject({ number: z.string() }).optional() }).optional(),
});

/**
 * Tells the broker that what was deployed is there no more.
 *
 * @returns the versions that were there
 * @throws UsageError where nothing of it is there, BrokerError
 */
export async function recordUndeployment(
  hal: Hal,
  { pacticipant, environment, instance }: Omit<Placed, 'version'>,
): Promise<readonly string[]> {
  const place = (await listEnvironments(hal)).find(({ name }) => name === environment);
  if (place === undefined) throw await unknownEnvironment(hal, environment);
  const query = new URLSearchParams({ pacticipant });
  const current = `${pathTo('environments', place.uuid)}/deployed-versions/currently-deployed?${query}`;
  const answer = await hal.ask('GET', current);
  const there = embeddedIn(answer.body, 'deployedVersions')
    .map((body) => ({
      href: linkIn(body, 'self'),
      ...requireShape(deployedSchema, { ...answer, body }, 'a list of deployed versions'),
    }))
    .filter(({ applicationInstance }) => (applicationInstance ?? undefined) === instance);
  if (there.length === 0)
    throw new UsageError(`Nothing of ${pacticipant} is recorded as deployed to ${environment}.`);
  for (const { href } of there) {
    const done = await hal.ask('PATCH', href ?? '', { currentlyDeployed: false });
    if (!done.isOk) throw new UsageError(`The broker did not record it: ${wordsIn(done)}`);
  }
  return there.flatMap(({ _embedded: embedded }) => embedded?.version?.number ?? []);
}

async function unknownEnvironment(hal: Hal, name: string): Promise<UsageError> {
  const known = (await listEnvironments(hal)).map((one) => one.name);
  return new UsageError(
    `The broker has no environment ${name}.${didYouMean(name, known)} It has ${known.join(', ') || 'none'}; pact environment create makes one.`,
  );
}

/**
 * Tells the broker which branch of a client or provider is its main one; makes it known where it isn't.
 *
 * @throws UsageError when the broker refuses it, BrokerError
 */
export async function setMainBranch(hal: Hal, pacticipant: string, mainBranch: string): Promise<void> {
  const changed = await hal.ask('PATCH', pathTo('pacticipants', pacticipant), { mainBranch });
  const answer =
    changed.status === 404
      ? await hal.ask('POST', '/pacticipants', { name: pacticipant, mainBranch })
      : changed;
  if (!answer.isOk)
    throw new UsageError(`The broker did not take ${mainBranch} for ${pacticipant}: ${wordsIn(answer)}`);
}
