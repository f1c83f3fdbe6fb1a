import type { Exchange } from '../exchanges/exchange.ts';
import { allChecks } from './checks/all-checks.ts';
import { isTrouble } from './run-history.ts';
import type { Check, Recording, Verdict } from './verdict.ts';

/** Judges the given rules by a recording. Pure: the same recording gives the same verdicts, whenever. */
export function judge(recording: Recording, rules: readonly string[]): readonly Verdict[] {
  const wanted = new Set(rules);
  return allChecks.filter(({ rule }) => wanted.has(rule)).map((check) => verdictOf(check, recording));
}

function verdictOf(check: Check, recording: Recording): Verdict {
  try {
    const { subjects, findings } = check.judge(recording);
    if (findings.length > 0) return { rule: check.rule, verdict: 'failed', subjects, findings };
    if (subjects > 0) return { rule: check.rule, verdict: 'passed', subjects, findings };
    return { rule: check.rule, ...unseen(check, recording), subjects, findings };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = `the check itself failed (a fault of this program): ${message}`;
    return { rule: check.rule, verdict: 'inconclusive', subjects: 0, findings: [], reason };
  }
}

/** Nothing to judge is only the scenarios' doing where the target answered everything. */
function unseen(check: Check, { exchanges }: Recording): Pick<Verdict, 'verdict' | 'reason'> {
  const trouble = exchanges.find((exchange) => exchange.credential === 'own' && isInTrouble(exchange));
  if (trouble === undefined) return { verdict: 'not-observed', reason: check.whenUnseen };
  const what = trouble.fault?.message ?? `status ${trouble.response?.status}`;
  const reason = `${check.whenUnseen}; the target had trouble (${trouble.operation}: ${what})`;
  return { verdict: 'inconclusive', reason };
}

function isInTrouble({ response, fault }: Exchange): boolean {
  return fault !== undefined || (response !== undefined && isTrouble(response.status));
}
