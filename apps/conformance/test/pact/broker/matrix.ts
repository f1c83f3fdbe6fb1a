import { findVersion, type Pact, type Records, type Result } from './records.ts';

export interface MatrixRow {
  readonly consumer: { readonly name: string; readonly version: { readonly number: string } };
  readonly provider: { readonly name: string; readonly version: { readonly number: string } | null };
  readonly pact: object;
  /** Whether a success leaves interactions out. */
  readonly isPartial: boolean;
  readonly verificationResult: { readonly success: boolean; readonly verifiedAt: string } | null;
}

export interface Matrix {
  readonly summary: {
    readonly deployable: boolean | null;
    readonly reason: string;
    readonly success: number;
    readonly failed: number;
    readonly unknown: number;
  };
  readonly notices: readonly { readonly type: string; readonly text: string }[];
  readonly matrix: readonly MatrixRow[];
}

export interface Asked {
  readonly pacticipant: string;
  readonly version: string | undefined;
  readonly environment: string | undefined;
}

/** What the broker can't tell about: names that it doesn't know. */
export function unknownNames(records: Records, { pacticipant, version, environment }: Asked): string[] {
  if (!records.versions.some((one) => one.pacticipant === pacticipant))
    return [`No pacticipant with name '${pacticipant}' found`];
  if (version !== undefined && findVersion(records, pacticipant, version) === undefined)
    return [`No pacts or verifications have been published for version ${version} of ${pacticipant}`];
  if (environment !== undefined && !records.environments.some(({ name }) => name === environment))
    return [`No environment with name '${environment}' found`];
  return [];
}

/** Whether a version is verified with all that is deployed where it would go. */
export function matrixFor(records: Records, asked: Asked): Matrix {
  const { environment, version } = asked;
  const rows =
    environment === undefined
      ? allRows(records, asked)
      : [
          ...asConsumer(records, { ...asked, environment }),
          ...asProvider(records, { ...asked, environment, version: version ?? '' }),
        ];
  const count = (wanted: boolean | undefined): number =>
    rows.filter(({ verificationResult }) => verificationResult?.success === wanted).length;
  const counts = { success: count(true), failed: count(false), unknown: count(undefined) };
  const deployable = counts.failed > 0 ? false : counts.unknown > 0 ? null : true;
  const reason = reasonOf(deployable, rows.length);
  const type = deployable === true ? 'success' : 'error';
  const warnings = rows.some(({ isPartial }) => isPartial)
    ? [{ type: 'warning', text: 'WARN: the results may be missing tests for some interactions' }]
    : [];
  const notices = [{ type, text: reason }, ...warnings];
  return { summary: { deployable, reason, ...counts }, notices, matrix: rows };
}

function reasonOf(deployable: boolean | null, rows: number): string {
  if (rows === 0) return 'There are no missing dependencies';
  if (deployable === true) return 'All required verification results are published and successful';
  return deployable === false
    ? 'A verification with what is deployed there has failed'
    : 'A required verification result is missing, or nothing is deployed there';
}

type AskedOfPlace = Asked & { readonly environment: string };

/** Every contract with every version that verified it, or with none. */
function allRows(records: Records, { pacticipant, version }: Asked): MatrixRow[] {
  return records.pacts
    .filter((pact) => [pact.consumer, pact.provider].includes(pacticipant))
    .flatMap((pact) => {
      const verified = records.results.filter(
        ({ sha, provider }) => sha === pact.sha && provider === pact.provider,
      );
      const versions = [...new Set(verified.map(({ providerVersion }) => providerVersion))];
      return versions.length === 0
        ? [toRow(pact, null, undefined)]
        : versions.map((one) => rowOf(records, pact, one));
    })
    .filter((row) => {
      const own = row.consumer.name === pacticipant ? row.consumer : row.provider;
      return version === undefined || own.version?.number === version;
    });
}

function asConsumer(records: Records, { pacticipant, version, environment }: AskedOfPlace): MatrixRow[] {
  const own = records.pacts.filter(
    (pact) => pact.consumer === pacticipant && pact.consumerVersion === version,
  );
  return own.flatMap((pact) => {
    const there = deployedTo(records, pact.provider, environment);
    return there.length === 0
      ? [toRow(pact, null, undefined)]
      : there.map((number) => rowOf(records, pact, number));
  });
}

function asProvider(
  records: Records,
  { pacticipant, version, environment }: AskedOfPlace & { readonly version: string },
): MatrixRow[] {
  return records.pacts
    .filter((pact) => pact.provider === pacticipant)
    .filter((pact) => deployedTo(records, pact.consumer, environment).includes(pact.consumerVersion))
    .map((pact) => rowOf(records, pact, version));
}

function deployedTo({ deployed, environments }: Records, pacticipant: string, name: string): string[] {
  const places = environments.filter((one) => one.name === name).map(({ uuid }) => uuid);
  return deployed
    .filter((one) => one.pacticipant === pacticipant && places.includes(one.environment))
    .map(({ version }) => version);
}

function rowOf({ results }: Records, pact: Pact, providerVersion: string): MatrixRow {
  const result = results.findLast(
    (one) =>
      one.sha === pact.sha && one.provider === pact.provider && one.providerVersion === providerVersion,
  );
  return toRow(pact, providerVersion, result);
}

function toRow(pact: Pact, providerVersion: string | null, result: Result | undefined): MatrixRow {
  return {
    consumer: { name: pact.consumer, version: { number: pact.consumerVersion } },
    provider: { name: pact.provider, version: providerVersion === null ? null : { number: providerVersion } },
    isPartial: result?.success === true && testsIn(result) < pact.document.interactions.length,
    pact: { createdAt: new Date(pact.publishedAt).toISOString() },
    verificationResult:
      result === undefined
        ? null
        : { success: result.success, verifiedAt: new Date(pact.publishedAt).toISOString() },
  };
}

function testsIn({ body }: Result): number {
  const { testResults } = body as { readonly testResults?: readonly unknown[] };
  return testResults?.length ?? 0;
}
