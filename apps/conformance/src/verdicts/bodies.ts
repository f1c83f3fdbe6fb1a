import type { Exchange } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { memoize } from './memoize.ts';

/** The JSON of an answer; undefined where there is none. */
export const bodyIn = memoize(({ response }: Exchange): unknown =>
  response === undefined ? undefined : parseJson(response.body.text),
);

/** The JSON of a request; undefined where there is none. */
export const requestIn = memoize(({ request }: Exchange): unknown =>
  request.body === undefined ? undefined : parseJson(request.body),
);
