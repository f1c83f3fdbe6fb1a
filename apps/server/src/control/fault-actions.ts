import { type Operation, operationTable } from '@agent-workers/types';
import { Hono } from 'hono';
import { z } from 'zod';
import type { UserOperationId } from '../operations/contract.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import { readBody } from '../platform/http/read-body.ts';

/** PUT and DELETE /faults/{operationId}, DELETE /faults: failures of User API operations, on and off. */
export function faultActions({ faults }: Services): Hono {
  const routes = new Hono();
  routes.put('/:operation_id', async (context) => {
    const { times } = await readBody(context.req, z.object({ times: z.int().min(1).optional() }));
    faults.set(requireOperation(context.req.param('operation_id')), times ?? Infinity);
    return new Response(null, { status: 204 });
  });
  routes.delete('/:operation_id', (context) => {
    faults.clear(requireOperation(context.req.param('operation_id')));
    return new Response(null, { status: 204 });
  });
  routes.delete('/', () => {
    faults.clear();
    return new Response(null, { status: 204 });
  });
  return routes;
}

function requireOperation(id: string): UserOperationId {
  if (!isUserOperation(id)) throw apiError(404, `The User API has no operation ${id}.`);
  return id;
}

function isUserOperation(id: string): id is UserOperationId {
  return new Map<string, Operation>(Object.entries(operationTable)).get(id)?.api === 'user';
}
