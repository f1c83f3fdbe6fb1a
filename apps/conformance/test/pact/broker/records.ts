import { createHash, randomUUID } from 'node:crypto';

/** What the test broker remembers: plain lists, in the order in which things happened. */
export interface Version {
  readonly pacticipant: string;
  readonly number: string;
  readonly branches: Set<string>;
  readonly tags: Set<string>;
}

export interface Pact {
  readonly consumer: string;
  readonly consumerVersion: string;
  readonly provider: string;
  readonly document: PactDocument;
  /** The same content has the same one, whatever version it was published for. */
  readonly sha: string;
  readonly publishedAt: number;
}

export interface PactDocument {
  readonly interactions: readonly Readonly<Record<string, unknown>>[];
  readonly [name: string]: unknown;
}

export interface Result {
  readonly id: string;
  readonly sha: string;
  readonly provider: string;
  readonly providerVersion: string;
  readonly success: boolean;
  readonly body: unknown;
}

export interface Environment {
  readonly uuid: string;
  readonly name: string;
  readonly displayName: string;
  readonly production: boolean;
}

export interface Deployed {
  readonly uuid: string;
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  readonly instance: string | undefined;
}

export interface Records {
  readonly mainBranches: Map<string, string>;
  readonly versions: Version[];
  readonly pacts: Pact[];
  readonly results: Result[];
  readonly environments: Environment[];
  deployed: Deployed[];
}

export function emptyRecords(): Records {
  const environment = (name: string, production: boolean): Environment => ({
    uuid: randomUUID(),
    name,
    displayName: name,
    production,
  });
  return {
    mainBranches: new Map(),
    versions: [],
    pacts: [],
    results: [],
    environments: [environment('test', false), environment('production', true)],
    deployed: [],
  };
}

export function findVersion({ versions }: Records, pacticipant: string, number: string): Version | undefined {
  return versions.find((one) => one.pacticipant === pacticipant && one.number === number);
}

export function seeVersion(records: Records, pacticipant: string, number: string): Version {
  const known = findVersion(records, pacticipant, number);
  if (known !== undefined) return known;
  const version = { pacticipant, number, branches: new Set<string>(), tags: new Set<string>() };
  records.versions.push(version);
  return version;
}

/** The main branch, or the first branch that is called as main branches are. */
export function mainBranchOf({ mainBranches, versions }: Records, pacticipant: string): string | undefined {
  const branches = versions
    .filter((one) => one.pacticipant === pacticipant)
    .flatMap((one) => [...one.branches]);
  return (
    mainBranches.get(pacticipant) ?? ['develop', 'main', 'master'].find((name) => branches.includes(name))
  );
}

export function shaOf(document: unknown): string {
  return createHash('sha1').update(JSON.stringify(document)).digest('hex');
}
