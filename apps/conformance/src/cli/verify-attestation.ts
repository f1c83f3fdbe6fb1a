import { differingVerdicts } from '../attestation/compare-verdicts.ts';
import { digestContract, digestResults } from '../attestation/digests.ts';
import { openEnvelope, parseStatement } from '../attestation/envelope.ts';
import type { Statement } from '../attestation/statement.ts';
import { UsageError } from '../deployment/errors.ts';
import { readResults } from '../results/read-results.ts';
import { judgeRecording } from '../runner/judge-recording.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { parseOptions } from './options/parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { readText } from './text-file.ts';

/**
 * `agent-conformance verify-attestation FILE RESULTS`: whether the attestation was signed with the key, is about these
 * results, and says what this program finds in the recording. Exit code 1 where one of them doesn't hold.
 */
export async function verifyAttestationCommand(
  args: readonly string[],
  terminal: TerminalStreams,
): Promise<number> {
  const [file, folder, ...rest] = args;
  if (file === undefined || folder === undefined || [file, folder].some((one) => one.startsWith('-')))
    throw new UsageError(
      'verify-attestation needs two places: agent-conformance verify-attestation FILE RESULTS --public-key FILE',
    );
  const { 'public-key': key } = parseOptions('verify-attestation', rest);
  const text = await readText(file);
  const { statement, isSigned } =
    key === undefined
      ? { statement: parseStatement(text), isSigned: undefined }
      : openEnvelope(text, await readText(key));
  const troubles = [
    ...(isSigned === false ? ['It was not signed with this key, or was changed since.'] : []),
    ...(await troublesWithResults(statement, folder)),
  ];
  if (troubles.length > 0) {
    terminal.out(`${file} is not to be trusted:\n${troubles.map((one) => `  ${one}\n`).join('')}`);
    return 1;
  }
  terminal.out(`${describe(statement, isSigned === true)}\n`);
  return 0;
}

async function troublesWithResults(statement: Statement, folder: string): Promise<readonly string[]> {
  const found = new Map((await digestResults(folder)).map(({ name, digest }) => [name, digest.sha256]));
  const attested = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
  const others = [...found].filter(([name, sha256]) => attested.get(name) !== sha256).map(([name]) => name);
  // Verdicts of another recording would only repeat it.
  if (others.length > 0) return others.map((name) => `${name} in ${folder} is not the attested one.`);
  const contract = statement.predicate.configuration.find(({ name }) => name === 'contract');
  if (contract?.digest?.sha256 !== (await digestContract()))
    return [
      'It was judged by another contract than that of this version; install the attested one to judge again.',
    ];
  return await troublesWithVerdicts(statement, folder);
}

async function troublesWithVerdicts(statement: Statement, folder: string): Promise<readonly string[]> {
  const { operations } = await loadSpec();
  const verdicts = await judgeRecording({ ...(await readResults(folder)), isCut: false }, operations);
  const differing = differingVerdicts(statement, verdicts);
  return differing.map((rule) => `${rule} is judged otherwise than attested.`);
}

function describe({ predicate }: Statement, isSigned: boolean): string {
  const { result, passedTests, warnedTests, failedTests, configuration } = predicate;
  const { name, version } = configuration.find((one) => one.name === 'target')?.annotations ?? {};
  const target = [name, version].filter((part) => part !== undefined).join(' ');
  const counts = `${passedTests.length} rules passed, ${failedTests.length} failed, ${warnedTests.length} broken but accepted`;
  const signature = isSigned ? 'signed with this key' : 'unsigned: no key was given';
  return `${result}  ${target}: ${counts}. The attestation is ${signature}, its digests are right, and the recording gives the same verdicts.`;
}
