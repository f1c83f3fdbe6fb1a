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
