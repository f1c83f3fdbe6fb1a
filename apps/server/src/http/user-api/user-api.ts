import { type Operation, operationTable } from '@agent-workers/types';
import { Hono } from 'hono';
import { userApiOperations } from '../../operations/user-api-operations.ts';
import type { Report } from '../../report.ts';
import type { Services } from '../../services.ts';
import { apiError } from '../api-error.ts';
import { answerOperation } from './answer-operation.ts';

/** Every operation of the User API at the address that the contract gives it. */
export function userApi(services: Services, report: Report): Hono {
  const routes = new Hono();
  const answers = new Map(
    userApiOperations.map((one) => [one.id as string, answerOperation(one, services, report)]),
  );
  const contracts: Operation[] = Object.values(operationTable).filter(({ api }) => api === 'user');
  for (const { id, method, path } of contracts.sort(literalsFirst))
    routes.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), answers.get(id) ?? notBuilt);
  return routes;
}

/** A literal segment comes before a parameter, which would take it for an identifier. */
function literalsFirst(one: Operation, other: Operation): number {
  const rank = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, '~');
  return rank(one) < rank(other) ? -1 : 1;
}

function notBuilt(): never {
  throw apiError(501, 'This operation is not built yet.');
}
