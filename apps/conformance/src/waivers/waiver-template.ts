const daysUntilExpiry = 30;
const dayMs = 86_400_000;

/** A finding that is not waived. */
export interface Unwaived {
  readonly rule: string;
  readonly cause: string;
}

/** Something left on the target that is not waived. */
export interface UnwaivedLeftover {
  readonly family: string;
  readonly id: string;
  readonly because?: string | undefined;
}

/** A waivers file for all this, but for the reasons and owners, which only people know. */
export function waiverTemplate(
  {
    findings,
    leftovers,
  }: { readonly findings: readonly Unwaived[]; readonly leftovers: readonly UnwaivedLeftover[] },
  now: Date,
): string {
  const expires = new Date(now.getTime() + daysUntilExpiry * dayMs).toISOString().slice(0, 10);
  const names = new Set([
    ...findings.map((finding) => nameFor(finding, findings)),
    // The next run makes things of other identifiers.
    ...leftovers.map(({ family, id, because }) =>
      [
        `leftover: ${family}`,
        because === undefined ? `id: ${JSON.stringify(id)}` : `because: ${because}`,
      ].join('\n    '),
    ),
  ]);
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
