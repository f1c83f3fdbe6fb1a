import { setTimeout as pause } from 'node:timers/promises';
import { tokenOf } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { keepStore, oneByOne } from '../../../../apps/conformance/test/random-mutants/keep-store.ts';
import { type Operator, wherever, whole, working } from '../operator.ts';
import { isUser, isWrite } from '../place.ts';

/** Operators over calls that come together. */
export const atOnceOperators: readonly Operator[] = [
  {
    name: 'of two writes at once, one is lost',
    class: 'at once',
    basis: 'implied',
    at: wherever(isUser, isWrite),
    wrap:
      ({ place, changed }) =>
      ({ fetch, store }) => {
        const inTurn = oneByOne();
        let waiting = 0;
        const lose = async (request: Request): Promise<Response> => {
          const bringBack = keepStore(store);
          const response = await fetch(request);
          // Reading and writing back take their time, or no two writes would ever meet.
          await pause(5);
          waiting -= 1;
          if (waiting === 0) return response;
          bringBack();
          if (response.ok) changed();
          return response;
        };
        return (request) => {
          if (!place.matches(request)) return inTurn(() => fetch(request));
          waiting += 1;
          return inTurn(() => lose(request));
        };
      },
  },
  {
    name: 'of two calls at once, both win',
    class: 'at once',
    basis: 'implied',
    at: (place) =>
      [
        'redeemVipCode',
        'consumeCliAuthJwt',
        'subscribeToAgent',
        'useCredits',
        'runTool',
        'createStudioChat',
      ].includes(place.operation.id)
        ? whole
        : [],
    wrap: working(({ changed }, { fetch }) => {
      const underWay = new Map<string, Promise<Response>>();
      return async (request) => {
        const key = `${request.url} ${tokenOf(request)}`;
        const other = underWay.get(key);
        if (other !== undefined) changed();
        if (other !== undefined) return (await other).clone();
        const answer = pause(5).then(() => fetch(request));
        underWay.set(key, answer);
        const response = (await answer).clone();
        underWay.delete(key);
        return response;
      };
    }),
  },
];
