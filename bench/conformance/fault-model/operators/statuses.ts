import { withHeader, withStatus } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { answering, type Broken, type Operator, wherever, whole } from '../operator.ts';
import { isUser, type Place, refusalsOf } from '../place.ts';

const isJson = (response: Response): boolean => /json/.test(response.headers.get('content-type') ?? '');
const isRefusal = ({ status }: Response): boolean => status >= 400 && status < 500;

/** Each documented refusal, and each other one that could stand in its place. */
function siblings(place: Place): readonly string[] {
  const refusals = refusalsOf(place).filter((status) => status !== 422);
  return refusals.flatMap((from) => refusals.filter((to) => to !== from).map((to) => `${from} as ${to}`));
}

/** An answer in place of each documented refusal. */
const instead = (answer: (refused: Response, last: Response | undefined, broken: Broken) => Response) =>
  answering((broken) => {
    let last: Response | undefined;
    return (response) => {
      if (response.ok) last = response.clone();
      return `${response.status}` === broken.detail ? answer(response, last, broken) : response;
    };
  });

const eachRefusal = (place: Place): readonly string[] =>
  isUser(place)
    ? refusalsOf(place)
        .filter((status) => status !== 422)
        .map(String)
    : [];

export const statusOperators: readonly Operator[] = [
  {
    name: 'success has another status',
    class: 'status',
    basis: 'stated',
    at: wherever(isUser),
    wrap: answering(() => (response) => {
      const others: Readonly<Record<number, number>> = { 200: 201, 201: 200, 204: 202 };
      const other = others[response.status];
      return other === undefined ? response : withStatus(response, other);
    }),
  },
  {
    name: 'refusal has the status of another refusal',
    class: 'status',
    basis: 'stated',
    at: siblings,
    wrap: answering(({ detail }) => {
      const [from, to] = detail.split(' as ').map(Number);
      return (response) => (response.status === from ? withStatus(response, to ?? 0) : response);
    }),
  },
  {
    name: 'refusal has a status that is not documented',
    class: 'status',
    basis: 'stated',
    at: eachRefusal,
    wrap: instead((refused) => withStatus(refused, 410)),
  },
  {
    name: 'refusal is an internal error',
    class: 'status',
    basis: 'implied',
    at: eachRefusal,
    wrap: instead((refused) => withStatus(refused, 500)),
  },
  {
    name: 'refusal is a success',
    class: 'status',
    basis: 'stated',
    at: eachRefusal,
    wrap: instead((_, last, { place }) => {
      const { many, success = 200 } = place.route ?? {};
      return last?.clone() ?? new Response(success === 204 ? null : many ? '[]' : '{}', { status: success });
    }),
  },
  {
    name: 'what is right is an internal error each time',
    class: 'status',
    basis: 'stated',
    at: () => whole,
    wrap: answering(() => (response) => (response.ok ? withStatus(response, 500) : response)),
  },
  {
    name: 'JSON is called HTML',
    class: 'media type',
    basis: 'stated',
    at: wherever(isUser),
    wrap: answering(() => (response) => {
      return response.ok && isJson(response) ? withHeader(response, 'content-type', 'text/html') : response;
    }),
  },
  {
    name: 'JSON of an error is called HTML',
    class: 'media type',
    basis: 'implied',
    at: (place) => (refusalsOf(place).length > 0 && isUser(place) ? whole : []),
    wrap: answering(() => (response) => {
      return isRefusal(response) && isJson(response)
        ? withHeader(response, 'content-type', 'text/html')
        : response;
    }),
  },
  {
    name: 'JSON has no media type',
    class: 'media type',
    basis: 'implied',
    at: wherever(isUser),
    wrap: answering(() => (response) => withHeader(response, 'content-type', '')),
  },
];
