import type { DescribedParameter } from '../../../../apps/conformance/src/spec/description.ts';
import { withQuery } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { answering, type Broken, type Operator, reading, wherever } from '../operator.ts';
import { isUser, isWrite, type Place, refusalsOf } from '../place.ts';

const queryOf = ({ operation }: Place): readonly DescribedParameter[] =>
  operation.parameters.filter((one) => one.in === 'query');

const named =
  (suits: (one: DescribedParameter) => boolean): Operator['at'] =>
  (place) =>
    queryOf(place)
      .filter(suits)
      .map(({ name }) => name);

const parameterOf = ({ place, detail }: Broken): DescribedParameter | undefined =>
  queryOf(place).find(({ name }) => name === detail);

const isCron = ({ name }: DescribedParameter): boolean => name === 'cron';

const isBounded = ({ bounds }: DescribedParameter): boolean => typeof bounds.maximum === 'number';

/** Reads one value of a parameter as another. */
const misread = (
  from: (parameter: DescribedParameter) => unknown,
  to: (parameter: DescribedParameter) => unknown,
) =>
  reading((broken) => {
    const parameter = parameterOf(broken);
    return (request) =>
      withQuery(request, (query) => {
        if (parameter === undefined || Number(query.get(parameter.name) ?? Number.NaN) !== from(parameter))
          return;
        query.set(parameter.name, `${to(parameter)}`);
      });
  });

const maximum = ({ bounds }: DescribedParameter): number => Number(bounds.maximum);
const minimum = ({ bounds }: DescribedParameter): number => Number(bounds.minimum);
const step = ({ types }: DescribedParameter): number => (types.includes('integer') ? 1 : 0.5);

/** Another value than the default one, which a list or a report shows. */
function otherDefault({ name, default: value }: DescribedParameter): string {
  if (typeof value !== 'number') return `${value}-2`;
  return `${name === 'min_score' ? 0.6 : value - 1}`;
}

/** Answers a refused request as if what is wrong with it were right. */
const taking = (
  isWrong: (request: Request, status: number, broken: Broken) => boolean,
  first?: (request: Request, broken: Broken) => Response,
): Operator['wrap'] =>
  answering((broken) => {
    let last: Response | undefined;
    return (response, request) => {
      if (response.ok) last = response.clone();
      if (!isWrong(request, response.status, broken)) return response;
      return last?.clone() ?? first?.(request, broken) ?? response;
    };
  });

/** The values of the parameters in a path. */
function pathValue(request: Request, { place, detail }: Broken): string | undefined {
  const form = place.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === detail ? '([^/]+)' : '[^/]+',
  );
  const value = new RegExp(`${form}$`).exec(new URL(request.url).pathname)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const parameterOperators: readonly Operator[] = [
  {
    name: 'parameter is ignored',
    class: 'parameter',
    basis: 'implied',
    at: named(({ required }) => !required),
    wrap: reading(
      ({ detail }) =>
        (request) =>
          withQuery(request, (query) => query.delete(detail)),
    ),
  },
  {
    name: 'required parameter is read as a fixed value',
    class: 'parameter',
    basis: 'implied',
    at: named(({ required }) => required),
    wrap: reading(({ detail }) => {
      let first: string | undefined;
      return (request) =>
        withQuery(request, (query) => {
          first ??= query.get(detail) ?? undefined;
          if (first !== undefined && query.has(detail)) query.set(detail, first);
        });
    }),
  },
  {
    name: 'default is another',
    class: 'parameter',
    basis: 'stated',
    at: named((one) => one.default !== undefined),
    wrap: reading((broken) => {
      const parameter = parameterOf(broken);
      return (request) =>
        withQuery(request, (query) => {
          if (parameter !== undefined && !query.has(parameter.name))
            query.set(parameter.name, otherDefault(parameter));
        });
    }),
  },
  {
    name: 'upper bound is one too high',
    class: 'parameter',
    basis: 'stated',
    at: named(isBounded),
    wrap: misread((one) => maximum(one) + step(one), maximum),
  },
  {
    name: 'upper bound is one too low',
    class: 'parameter',
    basis: 'stated',
    at: named(isBounded),
    wrap: misread(maximum, (one) => maximum(one) + step(one)),
  },
  {
    name: 'lower bound is one too low',
    class: 'parameter',
    basis: 'stated',
    at: named(isBounded),
    wrap: misread((one) => minimum(one) - step(one), minimum),
  },
  {
    name: 'lower bound is one too high',
    class: 'parameter',
    basis: 'stated',
    at: named(isBounded),
    wrap: misread(minimum, (one) => minimum(one) - step(one)),
  },
  {
    name: 'required parameter is not demanded',
    class: 'input',
    basis: 'stated',
    at: named(({ required }) => required),
    wrap: taking(
      (request, status, { detail }) => status === 422 && !new URL(request.url).searchParams.has(detail),
    ),
  },
  {
    name: 'parameter of another type is taken',
    class: 'input',
    basis: 'stated',
    at: named(({ types }) => types.includes('integer') || types.includes('number')),
    wrap: taking((request, status, { detail }) => {
      const value = new URL(request.url).searchParams.get(detail);
      return status === 422 && value !== null && (value.trim() === '' || Number.isNaN(Number(value)));
    }),
  },
  {
    name: 'value that means nothing is taken',
    class: 'input',
    basis: 'stated',
    at: (place) => (place.operation.id === 'getVibePrompt' ? ['service_name'] : named(isCron)(place)),
    wrap: taking(
      (request, status, { detail }) =>
        (status === 422 || status === 400) && new URL(request.url).searchParams.has(detail),
      (request, { detail }) => Response.json({ [detail]: new URL(request.url).searchParams.get(detail) }),
    ),
  },
  {
    name: 'identifier of another form is taken',
    class: 'input',
    basis: 'implied',
    at: (place) =>
      isUser(place)
        ? place.operation.parameters
            .filter((one) => one.in === 'path' && (one.format === 'uuid' || one.types.includes('integer')))
            .map(({ name }) => name)
        : [],
    wrap: taking(
      (request, status, broken) => {
        const value = pathValue(request, broken) ?? '';
        const isInteger = broken.place.operation.parameters.some(
          ({ name, types }) => name === broken.detail && types.includes('integer'),
        );
        return (status === 422 || status === 404) && !(isInteger ? /^-?\d+$/ : uuid).test(value);
      },
      // Before anything was answered, it makes one up of what was asked for.
      (request, broken) => Response.json({ [broken.detail]: pathValue(request, broken) }),
    ),
  },
  {
    name: 'body is not validated',
    class: 'input',
    basis: 'implied',
    at: (place) => (isWrite(place) && place.route?.input !== undefined ? ['whole'] : []),
    wrap: taking((_, status) => status === 422),
  },
  {
    name: 'invalid input is an internal error',
    class: 'input',
    basis: 'implied',
    at: wherever(isUser, (place) => refusalsOf(place).includes(422)),
    wrap: answering(
      () => (response) =>
        response.status === 422 ? Response.json({ detail: 'Oops' }, { status: 500 }) : response,
    ),
  },
];
