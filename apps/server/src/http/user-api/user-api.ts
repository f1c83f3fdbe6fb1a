import { operationTable } from '@agent-workers/types';
import { Hono } from 'hono';
import type { UserOperation } from '../../operations/define-operation.ts';
import { userApiOperations } from '../../operations/user-api-operations.ts';
import { type AnswerOptions, answerOperation } from './answer-operation.ts';

/** Every operation of the User API at the address that the contract gives it. */
export function userApi(options: AnswerOptions): Hono {
  const routes = new Hono();
  for (const operation of userApiOperations.toSorted(literalsFirst)) {
    const { method, path } = operationTable[operation.id];
    routes.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), answerOperation(operation, options));
  }
  return routes;
}

/** A literal segment comes before a parameter, which would take it for an identifier. */
function literalsFirst(one: UserOperation, other: UserOperation): number {
  const rank = ({ id }: UserOperation) => operationTable[id].path.replaceAll(/\{\w+\}/g, '~');
  return rank(one) < rank(other) ? -1 : 1;
}
