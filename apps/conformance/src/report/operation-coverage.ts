import type { Report, ReportedOperation } from './report.ts';

export type RuleState = 'failed' | 'inconclusive' | 'not-observed' | 'passed' | 'left-out';

/** How many rules about an operation came to which end. */
export interface OperationCoverage {
  readonly operation: ReportedOperation;
  readonly rules: Readonly<Record<RuleState, number>>;
}

/** For every operation of the contract, what became of the rules that name it. */
export function operationCoverage({ operations, rules, leftOut }: Report): readonly OperationCoverage[] {
  const states = [
    ...rules.map((rule) => ({ state: rule.verdict, operations: rule.operations })),
    ...leftOut.map((rule) => ({ state: 'left-out' as const, operations: rule.operations })),
  ];
  return operations.map((operation) => {
    const about = states.filter((rule) => rule.operations.includes(operation.id));
    const count = (state: RuleState): number => about.filter((rule) => rule.state === state).length;
    return {
      operation,
      rules: {
        failed: count('failed'),
        inconclusive: count('inconclusive'),
        'not-observed': count('not-observed'),
        passed: count('passed'),
        'left-out': count('left-out'),
      },
    };
  });
}

/** Whether the run judged anything about the operation, or asked it. */
export function isCovered({ operation, rules }: OperationCoverage): boolean {
  return operation.answers.length > 0 || rules.failed + rules.passed > 0;
}

/** One status of an operation: documented or not, and how often it was answered. Status 0 stands for no answer. */
export interface StatusCoverage {
  readonly status: string;
  readonly documented: boolean;
  readonly count: number;
}

/** Every documented status, seen or not, and whatever else was answered. */
export function statusCoverage({ documented, answers }: ReportedOperation): readonly StatusCoverage[] {
  const named = documented.filter((status) => status !== 'default');
  const isNamed = (status: number): boolean => named.some((one) => covers(one, status));
  const seen = answers.map(
    ({ status, count }): StatusCoverage => ({
      status: `${status}`,
      documented: status === 0 || isNamed(status) || documented.includes('default'),
      count,
    }),
  );
  const unseen = named
    .filter((one) => !answers.some(({ status }) => covers(one, status)))
    .map((status): StatusCoverage => ({ status, documented: true, count: 0 }));
  return [...seen, ...unseen].sort((a, b) => a.status.localeCompare(b.status));
}

/** Whether a documented status, such as 404 or 2XX, stands for this one. */
function covers(documented: string, status: number): boolean {
  const digits = `${status}`;
  return [...documented].every(
    (character, index) => character.toUpperCase() === 'X' || character === digits[index],
  );
}

/** The documented statuses of operations: how many there are, how many of them were answered, and which not. */
export interface StatusesSeen {
  readonly documented: number;
  readonly observed: number;
  readonly unseen: readonly { readonly operation: string; readonly status: string }[];
}

/** Those of all operations that a rule of the run is about, whether it asked them or not. */
export function statusesSeen({ operations, rules }: Pick<Report, 'operations' | 'rules'>): StatusesSeen {
  const judged = new Set(rules.flatMap((rule) => rule.operations));
  const chosen = operations.filter(({ id }) => judged.has(id));
  const all = chosen.flatMap((operation) =>
    operation.documented
      .filter((status) => /^\d{3}$/.test(status))
      .map((status) => ({
        operation: operation.id,
        status,
        isSeen: operation.answers.some((answer) => covers(status, answer.status)),
      })),
  );
  const unseen = all.filter(({ isSeen }) => !isSeen).map(({ operation, status }) => ({ operation, status }));
  return { documented: all.length, observed: all.length - unseen.length, unseen };
}
