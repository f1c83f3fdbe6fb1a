const daysUntilExpiry = 30;
const dayMs = 86_400_000;

/** A finding that is not waived. */
export interface Unwaived {
  readonly rule: string;
  readonly cause: string;
}

/** A waivers file for these findings, but for the reasons and owners, which only people know. */
export function waiverTemplate(findings: readonly Unwaived[], now: Date): string {
  const expires = new Date(now.getTime() + daysUntilExpiry * dayMs).toISOString().slice(0, 10);
  const names = new Set(findings.map((finding) => nameFor(finding, findings)));
  const entries = [...names].map((name) =>
    [`  - ${name}`, '    reason: ""', '    owner: ""', `    expires: ${expires}`].join('\n'),
  );
  return ['waivers:', ...entries].join('\n');
}

/** A rule that shares no cause with another and has no second one is named by itself; all else by its cause. */
function nameFor({ rule, cause }: Unwaived, findings: readonly Unwaived[]): string {
  const isAlone = findings.every((other) => (other.rule === rule) === (other.cause === cause));
  return isAlone ? `rule: ${rule}` : `cause: ${cause}`;
}
