import type { Operation, Rule, Spec } from '../../src/spec/spec.ts';
import type { Mutant, Original } from './mutant.ts';

type Wrap = Mutant['wrap'];

/** How a rule of each kind is broken, given the operations that it binds and the parameter that it is about. */
export const probeBreakers: Readonly<
  Record<string, { breaks: string; wrap: (operations: readonly Operation[], parameter: string) => Wrap }>
> = {
  'probe.answers-as-documented': {
    breaks: 'answers 202 instead of the documented status',
    wrap: (operations) => (original) => async (request) => {
      const response = await original.fetch(request);
      if (!isFor(operations, request)) return response;
      // Nothing is paid on the reference deployment, so nothing can be cancelled either.
      if (request.url.endsWith('/unsubscribe')) return new Response(null, { status: 418 });
      return response.ok ? new Response(await response.text(), { status: 202 }) : response;
    },
  },
  'probe.bounds-hold': {
    breaks: 'refuses values at the bound',
    wrap: (operations, parameter) => (original) => async (request) => {
      const value = new URL(request.url).searchParams.get(parameter);
      const isAsked = parameter === 'q' ? value === 'a' : value !== null;
      return isFor(operations, request) && isAsked
        ? new Response('{"detail": "refused"}', { status: 400 })
        : original.fetch(request);
    },
  },
  'law.past-bound-is-not-taken': {
    breaks: 'takes periods past their bounds',
    wrap: (operations) => (original) => async (request) =>
      orTaken(original, request, operations, ({ searchParams }) => searchParams.has('period')),
  },
  'probe.required-is-demanded': {
    breaks: 'does without the required parameter',
    wrap: (operations, parameter) => (original) => async (request) =>
      orTaken(original, request, operations, (url) => !url.searchParams.has(parameter)),
  },
  'probe.unknown-id-is-404': {
    breaks: 'answers 200 for what it does not have',
    wrap: (operations) => (original) => async (request) => {
      const response = await original.fetch(request);
      return response.status === 404 && isFor(operations, request) ? Response.json({}) : response;
    },
  },
  'probe.malformed-id-is-refused': {
    breaks: 'answers 200 for an identifier of another type',
    wrap: (operations) => (original) => async (request) =>
      orTaken(original, request, operations, (url) => ofNoType.test(url.href)),
  },
  'probe.credential-is-required': {
    breaks: 'serves a request without a credential as if it had one',
    wrap: () => (original) => (request) => {
      if (request.headers.has('authorization')) return original.fetch(request);
      const headers = new Headers({ authorization: `Bearer ${original.jwt}` });
      return original.fetch(new Request(request, { headers }));
    },
  },
  'probe.open-needs-no-credential': {
    breaks: 'demands a credential everywhere',
    wrap: () => (original) => async (request) =>
      request.headers.has('authorization') || isDocument(request)
        ? original.fetch(request)
        : new Response(null, { status: 401 }),
  },
  'probe.bodies-are-json': {
    breaks: 'answers in words',
    wrap: () => (original) => async (request) => {
      const response = await original.fetch(request);
      if (!response.ok || isDocument(request)) return response;
      return new Response('All is well.', { status: response.status });
    },
  },
  'probe.validation-error-is-json': {
    breaks: 'tells validation errors in words',
    wrap: () => (original) => async (request) => {
      const response = await original.fetch(request);
      return response.status === 422 ? new Response('Wrong input.', { status: 422 }) : response;
    },
  },
};

/** A mutant for every rule that nothing but probes judge, made after the kind of its check. */
export function probeMutants({ rules, operations }: Spec): Mutant[] {
  return rules.flatMap((rule) => {
    const checks = rule.checks ?? [];
    const alone = checks.length === 1 && checks[0] !== undefined && probeBreakers[checks[0]];
    if (!alone || !isProbed(rule, operations)) return [];
    const bound = operations.filter(({ id }) => rule.operations.includes(id));
    return [
      {
        rule: rule.id,
        check: checks[0] ?? '',
        breaks: alone.breaks,
        wrap: alone.wrap(bound, rule.parameter ?? ''),
      },
    ];
  });
}

/** Whether reading requests without an identifier, or with an unknown one, are enough to break the rule. */
function isProbed({ checks, operations: bound }: Rule, operations: readonly Operation[]): boolean {
  const named = operations.filter(({ id }) => bound.includes(id));
  if (checks?.[0] === 'probe.answers-as-documented')
    return named.every(({ effect, path }) => effect === 'read' && !path.includes('{'));
  return named.some(({ effect, method }) => effect === 'read' && method === 'GET');
}

/** The deployment's own description is no operation of the interface. */
function isDocument({ url }: Request): boolean {
  return new URL(url).pathname.endsWith('/openapi.json');
}

/** A refusal of a chosen request becomes a success. */
async function orTaken(
  { fetch }: Original,
  request: Request,
  operations: readonly Operation[],
  chosen: (url: URL) => boolean,
): Promise<Response> {
  const response = await fetch(request);
  const refused = response.status === 400 || response.status === 404 || response.status === 422;
  return refused && isFor(operations, request) && chosen(new URL(request.url))
    ? Response.json([{ taken: 'as it was asked for' }])
    : response;
}

/** What a run sends as an identifier of another type, and what programs send that never set one. */
const ofNoType = /[/=]([^/?&=]*not-of-the-documented-type[^/?&]*|undefined|null|NaN)(?=[/?&]|$)/;

/** Words of paths that are no identifiers. */
const literals = 'default|list|search|onboarding|text-to-cron|vanity|positions';

export function isFor(operations: readonly Operation[], request: Request): boolean {
  const path = new URL(request.url).pathname;
  return operations.some(({ method, path: template }) => {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, `(?!(${literals})(/|$))[^/]+`)}$`);
    return method === request.method && pattern.test(path);
  });
}
