import { mainBranchOf, type Pact, type Records } from './records.ts';

export interface Selector {
  readonly mainBranch?: boolean;
  readonly branch?: string;
  readonly matchingBranch?: boolean;
  readonly deployed?: boolean;
  readonly released?: boolean;
  readonly deployedOrReleased?: boolean;
  readonly environment?: string;
  readonly latest?: boolean;
  readonly tag?: string;
  readonly consumer?: string;
}

export interface Question {
  readonly consumerVersionSelectors: readonly Selector[];
  readonly includePendingStatus?: boolean;
  readonly includeWipPactsSince?: string;
  readonly providerVersionBranch?: string;
}

export interface Selected {
  readonly pact: Pact;
  readonly pending: boolean;
  readonly wip: boolean;
}

/** The contracts that a provider is to verify; each content once. */
export function selectPacts(records: Records, provider: string, question: Question): Selected[] {
  const ofProvider = records.pacts.filter((pact) => pact.provider === provider);
  const chosen = question.consumerVersionSelectors.flatMap((selector) =>
    matching(records, ofProvider, { selector, question }),
  );
  const known = new Set(chosen.map(({ sha }) => sha));
  const wip = worksInProgress(records, ofProvider, question).filter(({ sha }) => !known.has(sha));
  return [
    ...once(chosen).map((pact) => ({ pact, wip: false, pending: isPending(records, pact, question) })),
    ...once(wip).map((pact) => ({ pact, wip: true, pending: true })),
  ];
}

function matching(
  records: Records,
  pacts: readonly Pact[],
  { selector, question }: { selector: Selector; question: Question },
): Pact[] {
  const wanted = pacts.filter(
    ({ consumer }) => selector.consumer === undefined || consumer === selector.consumer,
  );
  const consumers = [...new Set(wanted.map(({ consumer }) => consumer))];
  return consumers.flatMap((consumer) => {
    const own = wanted.filter((pact) => pact.consumer === consumer);
    const branch = branchOf(records, consumer, { selector, question });
    if (branch !== undefined) return latestOn(records, own, branch);
    if (selector.deployed || selector.released || selector.deployedOrReleased || selector.environment)
      return own.filter((pact) => isDeployed(records, pact, selector.environment));
    if (selector.tag !== undefined)
      return own.filter((pact) => hasTag(records, pact, selector.tag)).slice(-1);
    return selector.latest ? own.slice(-1) : [];
  });
}

function branchOf(
  records: Records,
  consumer: string,
  { selector, question }: { selector: Selector; question: Question },
): string | undefined {
  if (selector.mainBranch) return mainBranchOf(records, consumer);
  return selector.matchingBranch ? question.providerVersionBranch : selector.branch;
}

function latestOn({ versions }: Records, pacts: readonly Pact[], branch: string): Pact[] {
  const isOn = ({ consumer, consumerVersion }: Pact): boolean =>
    versions.some(
      (one) => one.pacticipant === consumer && one.number === consumerVersion && one.branches.has(branch),
    );
  return pacts.filter(isOn).slice(-1);
}

function hasTag(
  { versions }: Records,
  { consumer, consumerVersion }: Pact,
  tag: string | undefined,
): boolean {
  return versions.some(
    (one) =>
      one.pacticipant === consumer &&
      one.number === consumerVersion &&
      tag !== undefined &&
      one.tags.has(tag),
  );
}

function isDeployed({ deployed, environments }: Records, pact: Pact, name: string | undefined): boolean {
  return deployed.some(
    (one) =>
      one.pacticipant === pact.consumer &&
      one.version === pact.consumerVersion &&
      (name === undefined ||
        environments.some((place) => place.uuid === one.environment && place.name === name)),
  );
}

/** Until a version of the asking branch, or of the provider's main branch, has verified it. */
function isPending(records: Records, { sha, provider }: Pact, question: Question): boolean {
  if (!question.includePendingStatus) return false;
  const branches = [question.providerVersionBranch, mainBranchOf(records, provider)];
  return !records.results.some(
    (result) =>
      result.sha === sha && result.success && branches.some((branch) => isResultOf(records, result, branch)),
  );
}

function isResultOf(
  { versions }: Records,
  { provider, providerVersion }: { provider: string; providerVersion: string },
  branch: string | undefined,
): boolean {
  return versions.some(
    (one) =>
      one.pacticipant === provider &&
      one.number === providerVersion &&
      branch !== undefined &&
      one.branches.has(branch),
  );
}

function worksInProgress(records: Records, pacts: readonly Pact[], question: Question): Pact[] {
  const since = Date.parse(question.includeWipPactsSince ?? '');
  if (Number.isNaN(since)) return [];
  const branches = new Set(records.versions.flatMap((one) => [...one.branches]));
  const latest = [...branches].flatMap((branch) => latestOn(records, pacts, branch));
  return latest.filter(
    (pact) =>
      pact.publishedAt >= since && isPending(records, pact, { ...question, includePendingStatus: true }),
  );
}

function once(pacts: readonly Pact[]): Pact[] {
  return [...new Map(pacts.map((pact) => [pact.sha, pact])).values()];
}
