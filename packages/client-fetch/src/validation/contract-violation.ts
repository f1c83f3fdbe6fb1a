import { CallError } from '../errors/call-error.ts';
import type { SchemaIssue } from './schema.ts';

/** A value that isn't what its schema says: the contract's, a profile's, or the caller's. Never the value itself. */
export interface ContractViolation {
  operation: string;
  part: 'parameters' | 'query' | 'body' | 'answer' | 'event';
  issues: readonly SchemaIssue[];
  /** Which event of the stream, from 1. */
  event?: number;
}

/** Told of each violation, where a program goes on in spite of it. */
export type Report = (violation: ContractViolation) => void;

/** A request, an answer or an event isn't what its schema says. The message never quotes it. */
export class ContractViolationError extends CallError<ContractViolation> {
  override name = 'ContractViolationError';
  declare readonly part: ContractViolation['part'];
  declare readonly issues: readonly SchemaIssue[];
  /** Which event of the stream, from 1. */
  declare readonly event?: number;

  constructor(violation: ContractViolation) {
    const { part, event, issues } = violation;
    const where = event === undefined ? part : `${part} ${event}`;
    // A schema's own words may quote the value, so that they stay in the issues.
    const more = issues.length > 1 ? ` and ${issues.length - 1} more` : '';
    super(`breaks its schema in its ${where}, at ${placeOf(issues[0])}${more}`, violation);
  }
}

function placeOf({ path = [] }: SchemaIssue = { message: '' }): string {
  return path.map((each) => String(typeof each === 'object' ? each.key : each)).join('.') || 'its root';
}

/** Reports a violation, or gives the error that it is. A report never breaks the call that it is about. */
export function violated(violation: ContractViolation, report?: Report): ContractViolationError | undefined {
  if (!report) return new ContractViolationError(violation);
  try {
    report(violation);
  } catch {
    // The program's own reporting is no reason to lose an answer.
  }
  return undefined;
}
