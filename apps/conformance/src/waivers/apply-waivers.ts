import { didYouMean } from '../deployment/nearest.ts';
import type { LeftoverReason } from '../exchanges/ledger.ts';
import type { Rule } from '../spec/spec.ts';
import { checkOfCause } from '../verdicts/cause.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { nameOfWaiver, type Waiver } from './waiver.ts';

/** `unused` concerns nothing that this run judged; of the four after it, each makes the run fail. */
export const waiverStates = ['used', 'unused', 'stale', 'unknown', 'expired', 'ambiguous'] as const;

export interface WaiverOutcome {
  readonly waiver: Waiver;
  readonly state: (typeof waiverStates)[number];
  /** What to do about it, where something is to be done. */
  readonly message?: string | undefined;
}

/** Something that the run made and could not remove. */
export interface LeftBehind {
  readonly family: string;
  readonly id: string;
  /** Earlier versions told it in words only. */
  readonly because?: LeftoverReason | undefined;
}

/** A broken rule, and one of the causes of its findings. */
export interface Broken {
  readonly rule: string;
  readonly cause: string;
}

export interface WaiverInput {
  readonly waivers: readonly Waiver[];
  readonly broken: readonly Broken[];
  readonly leftovers: readonly LeftBehind[];
  readonly verdicts: readonly Verdict[];
  /** All rules of the contract. */
  readonly rules: readonly Rule[];
  /** The names of all families of records. */
  readonly families: readonly string[];
  /** The day of the run, as YYYY-MM-DD (UTC). */
  readonly today: string;
  /** False for a shard, and for a run that ended early: what it does not see broken, another one may. */
  readonly isWhole: boolean;
}

export interface AppliedWaivers {
  readonly outcomes: readonly WaiverOutcome[];
  /** The waiver by which a finding is accepted. */
  readonly covering: (broken: Broken | LeftBehind) => Waiver | undefined;
}

/** Says of each waiver what became of it, and which findings are accepted. An expired one accepts nothing. */
export function applyWaivers(input: WaiverInput): AppliedWaivers {
  const valid = input.waivers.filter(({ expires }) => expires >= input.today);
  return {
    outcomes: input.waivers.map((waiver) => ({ waiver, ...stateOf(waiver, valid, input) })),
    covering: (broken) => valid.find((waiver) => covers(waiver, broken)),
  };
}

function covers(waiver: Waiver, one: Broken | LeftBehind): boolean {
  if ('family' in one) return coversLeftover(waiver, one);
  if ('leftover' in waiver) return false;
  return 'rule' in waiver ? waiver.rule === one.rule : waiver.cause === one.cause;
}

function coversLeftover(waiver: Waiver, { family, id, because }: LeftBehind): boolean {
  if (!('leftover' in waiver) || waiver.leftover !== family) return false;
  return 'id' in waiver ? waiver.id === id : waiver.because === because;
}

function stateOf(
  waiver: Waiver,
  valid: readonly Waiver[],
  input: WaiverInput,
): Pick<WaiverOutcome, 'state' | 'message'> {
  const unknown = whyUnknown(waiver, input);
  if (unknown !== undefined) return { state: 'unknown', message: unknown };
  const all = [...input.broken, ...input.leftovers];
  const isMet = all.some((one) => covers(waiver, one));
  const isStale = !isMet && input.isWhole && isKept(waiver, input);
  if (waiver.expires < input.today && !isStale) {
    return {
      state: 'expired',
      message: `It expired on ${waiver.expires}: repair the deployment, or renew it.`,
    };
  }
  const rival = valid.find((other) => other !== waiver && overlap(waiver, other, all));
  if (rival !== undefined) {
    return { state: 'ambiguous', message: `The same is waived as ${nameOfWaiver(rival)}: keep one of them.` };
  }
  if (isMet) return { state: 'used' };
  return isStale
    ? { state: 'stale', message: 'What it waives is kept now: remove it.' }
    : { state: 'unused' };
}

function overlap(one: Waiver, other: Waiver, all: readonly (Broken | LeftBehind)[]): boolean {
  if (nameOfWaiver(one) === nameOfWaiver(other)) return true;
  return all.some((finding) => covers(one, finding) && covers(other, finding));
}

function whyUnknown(waiver: Waiver, { rules, families }: WaiverInput): string | undefined {
  if ('leftover' in waiver) {
    const { leftover } = waiver;
    return families.includes(leftover)
      ? undefined
      : `No kind of records is called ${leftover}.${didYouMean(leftover, families)}`;
  }
  if ('rule' in waiver) {
    const ids = rules.map(({ id }) => id);
    return ids.includes(waiver.rule)
      ? undefined
      : `No rule is called ${waiver.rule}.${didYouMean(waiver.rule, ids)}`;
  }
  const checks = [...new Set(rules.flatMap((rule) => rule.checks ?? []))];
  const check = checkOfCause(waiver.cause);
  return checks.includes(check)
    ? undefined
    : `No cause begins with ${check}, since no check is called so.${didYouMean(check, checks)}`;
}

/** Whether the run judged what the waiver is about, and found it kept. */
function isKept(waiver: Waiver, { verdicts, rules }: WaiverInput): boolean {
  // What trouble leaves behind comes and goes with the trouble.
  if ('leftover' in waiver) return false;
  const concerned =
    'rule' in waiver
      ? [waiver.rule]
      : rules.filter(({ checks = [] }) => checks.includes(checkOfCause(waiver.cause))).map(({ id }) => id);
  const judged = verdicts.filter(({ rule }) => concerned.includes(rule));
  return judged.length > 0 && judged.every(({ verdict }) => verdict === 'passed' || verdict === 'failed');
}
