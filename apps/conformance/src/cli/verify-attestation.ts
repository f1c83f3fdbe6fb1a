import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { digestContract, digestFile, digestResults } from '../attestation/digests.ts';
import { openAttestation, type Signature } from '../attestation/envelope.ts';
import { foreignHosts } from '../attestation/foreign-hosts.ts';
import { differencesFromRecording } from '../attestation/report-against-recording.ts';
import type { Statement } from '../attestation/statement.ts';
import { UsageError } from '../deployment/errors.ts';
import { readReportAt, readResults } from '../results/read-results.ts';
import { judgeRecording } from '../runner/judge-recording.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { statementOf } from './attest.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { readText } from './text-file.ts';

/**
 * `agent-conformance verify-attestation FILE RESULTS`: whether the attestation was signed with the key, is about these
 * results, and says what judging the recording again says. Gives 0 if so, 1 if not.
 */
export async function verifyAttestationCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const [file, folder, ...rest] = args;
  if (file === undefined || folder === undefined || file.startsWith('-') || folder.startsWith('-'))
    throw new UsageError(
      'verify-attestation needs the attestation and the results folder: agent-conformance verify-attestation FILE RESULTS --public-key FILE',
    );
  const { 'public-key': key } = parseOptions('verify-attestation', rest);
  const pem = key === undefined ? undefined : await readText(key);
  const { statement, signature } = openAttestation(await readText(file), pem);
  const troubles = [
    ...(signature === 'by-another' ? ['It was not signed with this key, or was changed since.'] : []),
    ...(await troublesWithResults(statement, folder)),
  ];
  if (troubles.length > 0) {
    terminal.out(`${file} is not to be trusted:\n${troubles.map((one) => `  ${one}\n`).join('')}`);
    return 1;
  }
  terminal.out(`${describe(statement, signature)}\n`);
  return 0;
}

async function troublesWithResults(attested: Statement, folder: string): Promise<readonly string[]> {
  const needed = await digestResults(folder);
  const others = await otherFiles(attested, folder, needed);
  // Verdicts of another recording would only repeat it.
  if (others.length > 0) return others.map((name) => `${name} in ${folder} is not the attested one.`);
  const again = await statementOf(folder, needed);
  const contract = again.predicate.configuration.find(({ name }) => name === 'contract');
  if (contract?.digest?.sha256 !== (await digestContract()))
    return [
      'It was judged by another contract than that of this version; the program that it names can judge it again.',
    ];
  return [...(await troublesWithReport(folder)), ...troublesWithStatement(attested, again)];
}

/** The files that are not what was attested; the statement may name more than what it has to. */
async function otherFiles(
  { subject }: Statement,
  folder: string,
  needed: Statement['subject'],
): Promise<readonly string[]> {
  const attested = new Map(subject.map(({ name, digest }) => [basename(name), digest.sha256]));
  const others = needed
    .filter(({ name, digest }) => attested.get(name) !== digest.sha256)
    .map(({ name }) => name);
  const further = [...attested.keys()].filter((name) => needed.every((one) => one.name !== name));
  for (const name of further) {
    const found = await digestFile(join(folder, name)).catch(() => undefined);
    if (found !== attested.get(name)) others.push(name);
  }
  return others;
}

async function troublesWithReport(folder: string): Promise<readonly string[]> {
  const { operations, rules } = await loadSpec();
  const report = await readReportAt(folder);
  const kept = await readResults(folder);
  const verdicts = await judgeRecording({ ...kept, isCut: false }, operations);
  const hosts = await foreignHosts(kept.exchanges(), report.target);
  return [
    ...differencesFromRecording({ report, plan: kept.plan, verdicts, rules }),
    ...hosts.map((host) => `The recording has requests to ${host}, which is not the target.`),
  ];
}

/** What the statement says otherwise than one that is made of the results. */
function troublesWithStatement({ predicate }: Statement, again: Statement): readonly string[] {
  const { configuration, result, ...lists } = again.predicate;
  const named = (name: string) => (one: { readonly name: string }) => one.name === name;
  const names = new Set([...configuration, ...predicate.configuration].map(({ name }) => name));
  const others = [...names].filter(
    (name) =>
      !isDeepStrictEqual(predicate.configuration.filter(named(name)), configuration.filter(named(name))),
  );
  return [
    ...(predicate.result === result ? [] : [`It says ${predicate.result}, and the results say ${result}.`]),
    ...(['passedTests', 'warnedTests', 'failedTests'] as const).flatMap((list) =>
      differing(predicate[list], lists[list]).map((rule) => `Its ${list} are wrong about ${rule}.`),
    ),
    ...others.map((name) => `What it says of the ${name} is not what the results say.`),
  ];
}

function differing(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...one.filter((rule) => !other.includes(rule)), ...other.filter((rule) => !one.includes(rule))];
}

const signatures: Readonly<Record<Signature, string>> = {
  'by-this-key': 'signed with this key',
  'by-another': 'signed with another key',
  'not-checked':
    'signed; by whom is not checked without --public-key (of a Sigstore bundle: gh attestation verify)',
  none: 'unsigned',
};

function describe({ predicate }: Statement, signature: Signature): string {
  const { result, passedTests, warnedTests, failedTests, configuration } = predicate;
  const annotationsOf = (wanted: string) =>
    configuration.find(({ name }) => name === wanted)?.annotations ?? {};
  const { name, version } = annotationsOf('target');
  const target = [name, version].filter((part) => part !== undefined).join(' ');
  const known = configuration.some((one) => one.name === 'baseline') ? ' or known from the baseline' : '';
  const { judged, leftOut } = annotationsOf('contract');
  const counts = [
    `${passedTests.length} rules passed`,
    `${failedTests.length} failed`,
    `${warnedTests.length} broken but accepted${known}`,
    `${Number(judged) - passedTests.length - failedTests.length - warnedTests.length} without a verdict`,
    `${leftOut} left out`,
  ].join(', ');
  return `${result}  ${target}: ${counts}. The attestation is ${signatures[signature]}; its digests are right, and judging the recording again says the same.`;
}
