import { caseKey } from '../../../cases/case.ts';
import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const refusedOrderMovesNothing: Check = {
  id: 'law.refused-order-moves-nothing',
  drivenBy: 'sequences',
  evidence: ['records-listed', 'mutation'],
  needs: [],
  judge: (recording) =>
    judgeEach(refusalsIn(recording), ({ before, refused, after }) => {
      const [was, is] = [before, after].map(({ resource }) => resource.listed ?? []);
      const order = was?.filter((id) => is?.includes(id)) ?? [];
      const shown = is?.filter((id) => order.includes(id)) ?? [];
      if (order.join() === shown.join()) return undefined;
      return finding([before, refused, after], {
        expected: { kind: 'order', by: 'position', ids: order },
        observed: { kind: 'order', ids: shown },
      });
    }),
};

/** A new order that is refused, with the lists around it. */
interface RefusedOrder {
  readonly before: ResourceExchange;
  readonly refused: ResourceExchange;
  readonly after: ResourceExchange;
}

/** Of agents whose files nothing else may have moved. */
function refusalsIn({ user }: Recording): readonly RefusedOrder[] {
  const calls = user.filter(isResourceCall).filter(({ resource }) => resource.family === 'file');
  const byAgent = Map.groupBy(calls, ({ origin, resource }) => `${caseKey(origin.case)} ${resource.parent}`);
  return [...byAgent.values()].flatMap((some) => {
    const orders = some.filter(({ operation }) => operation === 'reorderAgentFiles');
    const isStill = some.every((one) => orders.includes(one) || one.operation !== 'updateAgentFile');
    const lists = some.filter((one) => one.operation === 'listAgentFiles' && isKnown(one));
    if (!isStill || !orders.every(isRefused)) return [];
    return orders.flatMap((refused) => {
      const before = lists.find((one) => endedAt(one) <= refused.sentAt);
      const after = lists.findLast((one) => one.sentAt >= endedAt(refused));
      return before === undefined || after === undefined ? [] : [{ before, refused, after }];
    });
  });
}

function isKnown(list: ResourceExchange): boolean {
  return succeeded(list) && list.resource.listed !== undefined;
}
