import type { Operation, Rule, Spec } from '../../src/spec/spec.ts';
import type { Mutant, Original } from './mutant.ts';

type Wrap = Mutant['wrap'];

/** How a rule of each kind is broken, given the operations that it binds and the parameter that it is about. */
const breakers: Readonly<
  Record<string, { breaks: string; wrap: (operations: readonly Operation[], parameter: string) => Wrap }>
> = {
  'probe.answers-as-documented': {
    breaks: 'answers 202 instead of the documented status',
    wrap: (operations) => (original) => async (request) => {
      const response = await original.fetch(request);
      return response.ok && isFor(operations, request)
        ? new Response(response.body, { status: 202 })
        : response;
    },
  },
  'probe.bounds-hold': {
    breaks: 'takes values past the bound',
    wrap: (operations, parameter) => (original) => async (request) =>
      orTaken(original, request, operations, (url) => url.searchParams.has(parameter)),
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
      orTaken(original, request, operations, (url) => url.pathname.includes('not-of-the-documented-type')),
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
      request.headers.has('authorization') ? original.fetch(request) : new Response(null, { status: 401 }),
  },
  'probe.bodies-are-json': {
    breaks: 'answers in words',
    wrap: () => (original) => async (request) => {
      const response = await original.fetch(request);
      return response.ok ? new Response('All is well.', { status: response.status }) : response;
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

/** A mutant for every rule that probes judge, made after the kind of its check. */
export function probeMutants({ rules, operations }: Spec): Mutant[] {
  return rules.flatMap((rule) =>
    (rule.checks ?? [])
      .filter((check) => check.startsWith('probe.'))
      .map((check) => mutantOf(rule, check, operations)),
  );
}

function mutantOf(rule: Rule, check: string, operations: readonly Operation[]): Mutant {
  const breaker = breakers[check];
  if (breaker === undefined) throw new Error(`No mutant breaks rules of the check ${check}.`);
  const bound = operations.filter(({ id }) => rule.operations.includes(id));
  return { rule: rule.id, breaks: breaker.breaks, wrap: breaker.wrap(bound, rule.parameter ?? '') };
}

/** A refusal of a chosen request becomes a success. */
async function orTaken(
  { fetch }: Original,
  request: Request,
  operations: readonly Operation[],
  chosen: (url: URL) => boolean,
): Promise<Response> {
  const response = await fetch(request);
  const refused = response.status >= 400 && response.status < 500;
  return refused && isFor(operations, request) && chosen(new URL(request.url)) ? Response.json([]) : response;
}

function isFor(operations: readonly Operation[], request: Request): boolean {
  const path = new URL(request.url).pathname;
  return operations.some(({ method, path: template }) => {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    return method === request.method && pattern.test(path);
  });
}
