import type { Operation } from '../../src/spec/spec.ts';
import { accountLawBreakers } from './account-law-breakers.ts';
import { apartLawBreakers } from './apart-law-breakers.ts';
import type { Breaker, Target } from './breaker.ts';
import { lawIdentityBreakers, lawInputBreakers } from './law-identity-mutants.ts';
import { listLawBreakers } from './list-law-breakers.ts';
import { logLawBreakers } from './log-law-breakers.ts';
import { moneyLawBreakers } from './money-law-breakers.ts';
import { asOwn, refuse } from './mutant.ts';
import { notifierBreakers } from './notifier-breakers.ts';
import { presenceLawBreakers } from './presence-law-breakers.ts';
import { isFor } from './probe-mutants.ts';
import { readLawBreakers } from './read-law-breakers.ts';
import { recordLawBreakers } from './record-law-mutants.ts';
import { savingLawBreakers } from './saving-law-breakers.ts';
import { togetherLawBreakers } from './together-law-breakers.ts';
import {
  after,
  changed,
  changedQuery,
  emptied,
  isProbe,
  onAct,
  onOperation,
  reversed,
  userTest,
  withJson,
  withText,
} from './wrap-answers.ts';

/** Of these the condition may never come about on the reference deployment: only another status shows them. */
const sooner: ReadonlySet<string> = new Set(['agent-files.create-beyond-limit-is-400']);

const beside: Readonly<Record<string, string>> = { period: '29', limit: '1', min_score: '1' };

/** The operations over the kinds of records that some rules are about. */
function kindred({ bound, contract }: Target): readonly Operation[] {
  const nameOf = ({ resource }: Operation) => (resource?.act === undefined ? [] : [resource.family.name]);
  const names = new Set(bound.flatMap(nameOf));
  return contract.filter((one) => nameOf(one).some((name) => names.has(name)));
}

/** How the rules of each check are broken. */
export const sequenceBreakers: Readonly<Record<string, Breaker>> = {
  ...recordLawBreakers,
  ...logLawBreakers,
  ...readLawBreakers,
  ...accountLawBreakers,
  ...moneyLawBreakers,
  ...apartLawBreakers,
  ...presenceLawBreakers,
  ...savingLawBreakers,
  ...notifierBreakers,
  'refusal.is-as-documented': {
    breaks: 'takes what it should refuse, or refuses it in another way',
    wrap:
      ({ rules, contract }) =>
      (original) => {
        const subscribed = new Set<string>();
        const isOfSubscribing = rules.some(({ status }) => status === 402);
        return after(async (response, request) => {
          if (isOfSubscribing && request.url.endsWith('/subscribe') && response.ok) {
            const again = subscribed.has(request.url);
            subscribed.add(request.url);
            return again ? refuse(418) : response;
          }
          const rule = rules.find(
            ({ status, alternatives = [], operations }) =>
              (status === response.status || (response.status === 422 && alternatives.includes(422))) &&
              isFor(
                contract.filter(({ id }) => operations.includes(id)),
                request,
              ),
          );
          if (rule === undefined) return response;
          return Response.json({}, { status: sooner.has(rule.id) ? 418 : 200 });
        })(original);
      },
  },
  'probe.tool-is-described-as-documented': {
    breaks: 'describes the integration tools in another way',
    wrap: () =>
      after(async (response, { url }) =>
        response.ok && url.endsWith('/me/tools/list')
          ? withText(response, (text) =>
              text
                // Types, bounds and choices of their own, and a parameter that all of them need.
                .replaceAll('"maximum":500', '"maximum":5000')
                .replaceAll('"minimum":0', '"minimum":-5')
                .replaceAll('"note","link","file"', '"note","link","film"')
                .replaceAll('"type":"boolean"', '"type":"string"')
                .replaceAll('"required":[', '"required":["workspace",')
                .replaceAll('"type":"object"', '"type":"object","required":["workspace"]'),
            )
          : response,
      ),
  },
  'refusal.is-of-bad-tool-input': {
    breaks: 'runs tools without what it would have to refuse',
    wrap: () => (original) => async (request) => {
      const again = request.clone();
      const response = await original.fetch(request);
      return response.status === 400 && request.url.includes('/me/tools/run/NOTIFIER_')
        ? original.fetch(new Request(again, { body: '{}' }))
        : response;
    },
  },
  'probe.has-documented-status': {
    breaks: 'answers malformed bodies with a status of its own',
    wrap: () =>
      after(async (response, request) =>
        request.method !== 'GET' && response.status === 422 ? refuse(418) : response,
      ),
  },
  'resource.reads-back': {
    breaks: 'forgets what it made',
    wrap: (target) => {
      const { bound } = target;
      const seen = new Set<string>();
      const removals = bound.filter(({ effect }) => effect === 'delete');
      return (original) => {
        const isAll = removals.length === 0 || removals.length < bound.length;
        const forgetful = onAct('read', isAll ? kindred(target) : [], async (response, { url }) => {
          const isLog = url.includes('/agent-runs/') || url.includes('/executions/');
          // The default key was not made by a call.
          const isFirst = (isLog && !seen.has(url)) || url.endsWith('/default');
          seen.add(url);
          return isFirst ? response : refuse(404);
        })(original);
        return async (request) => {
          const isAttach =
            request.method === 'PUT' &&
            request.url.includes('/me/cli-auth/') &&
            request.headers.has('authorization') &&
            bound.some(({ family }) => family === 'cli-auth');
          // What it removes is gone all the same, or it would be in the way of what is judged next.
          const isRemoval = isFor(removals, request) && !isProbe(request);
          const answer = isAttach ? refuse(404) : await forgetful(request);
          return isRemoval && answer.ok ? refuse(404) : answer;
        };
      };
    },
  },
  'resource.is-listed': {
    breaks: 'leaves what was made out of its lists',
    wrap: (target) =>
      onAct('list', kindred(target), async (response) => withJson(response, (body) => emptied(body))),
  },
  'resource.is-new': {
    breaks: 'gives what it made before again',
    wrap: ({ bound }) => {
      const made = new Map<string, Response>();
      return after(async (response, request) => {
        const operation = bound.find((one) => one.effect === 'create' && isFor([one], request));
        if (operation === undefined || !response.ok) return response;
        const before = made.get(operation.id);
        // Every second one is new, or nothing would be left once the first is removed.
        if (before === undefined) made.set(operation.id, response.clone());
        else made.delete(operation.id);
        return before ?? response;
      });
    },
  },
  'resource.is-gone-after-removal': {
    breaks: 'only says that it removed',
    wrap:
      ({ bound }) =>
      (original) =>
      async (request) => {
        const operation = bound.find((one) => isFor([one], request));
        const isOwn = request.headers.get('authorization') === `Bearer ${original.jwt}`;
        if (operation?.effect !== 'delete' || !isOwn || isProbe(request)) return original.fetch(request);
        return operation.statuses.includes('204') ? new Response(null, { status: 204 }) : Response.json({});
      },
  },
  'resource.is-apart': {
    breaks: "shows everybody the own user's records",
    wrap: (target) => (original) => {
      const isUser = userTest(original.fetch);
      return async (request) => {
        if (!isFor(kindred(target), request) || !(await isUser(request))) return original.fetch(request);
        return original.fetch(asOwn(request, original));
      };
    },
  },
  'resource.keeps-what-was-written': {
    breaks: 'shows other values than were written',
    wrap: (target) => onAct('read', kindred(target), async (response) => withText(response, changed)),
  },
  'resource.attached-jwt-is-read': {
    breaks: 'gives no JWT to the command line, or the beginning of one',
    wrap: () => {
      let reads = 0;
      return onOperation('/me/cli-auth/', 'GET', async (response) => {
        const given: unknown = await response.clone().json();
        reads += 1;
        return Response.json(typeof given === 'string' && reads % 2 === 0 ? given.slice(0, -20) : null);
      });
    },
  },
  'resource.is-read-once': {
    breaks: 'gives the JWT again',
    wrap: () => (original) => {
      const given = new Map<string, string>();
      return async (request) => {
        const response = await original.fetch(request);
        const { pathname } = new URL(request.url);
        if (request.method !== 'GET' || !pathname.startsWith('/me/cli-auth/')) return response;
        const text = await response.text();
        if (response.ok && text !== 'null') given.set(pathname, text);
        const body = given.get(pathname) ?? text;
        return Response.json(JSON.parse(body), { status: given.has(pathname) ? 200 : response.status });
      };
    },
  },
  'resource.hidden-omits-the-key': {
    breaks: 'shows the values of keys in the list',
    wrap: () => (original) => {
      let key = '';
      return async (request) => {
        const response = await original.fetch(request);
        const { pathname } = new URL(request.url);
        if (!pathname.startsWith('/me/api-keys') || !response.ok) return response;
        const text = await response.text();
        key = /"key":"([^"]+)"/.exec(text)?.[1] ?? key;
        const leak =
          request.method !== 'POST' && !text.includes(key) ? text.replace('{', `{"leak":"${key}",`) : text;
        return new Response(leak, { status: response.status });
      };
    },
  },
  'resource.created-key-opens': {
    breaks: 'knows only the keys that it had from the start',
    wrap: () => (original) => async (request) => {
      const isWorkers = new URL(request.url).pathname.startsWith('/agents/');
      const known = request.headers.get('authorization') === `Bearer ${original.apiKey}`;
      return isWorkers && !known ? refuse(401) : original.fetch(request);
    },
  },
  'resource.is-in-order': {
    breaks: 'lists files as they come',
    wrap: ({ bound }) =>
      after(async (response, request) =>
        isFor(bound, request) ? withJson(response, (body) => reversed(body)) : response,
      ),
  },
  ...lawIdentityBreakers,
  ...lawInputBreakers,
  'list.limit-holds': {
    breaks: 'gives more than was asked for',
    wrap: ({ bound }) =>
      changedQuery(bound, 'limit', (limit) => (limit === null ? null : `${Number(limit) + 5}`)),
  },
  'list.pages-join': {
    breaks: 'gives the first page again',
    wrap: ({ bound }) => changedQuery(bound, 'next_cursor', () => null),
  },
  'list.default-is-documented': {
    breaks: 'has another default',
    wrap:
      ({ rules, contract }) =>
      (original) =>
      (request) => {
        const url = new URL(request.url);
        const asked = contract.filter((one) => isFor([one], request)).map(({ id }) => id);
        const rule = rules.find(
          ({ operations, parameter }) =>
            operations.some((id) => asked.includes(id)) &&
            (parameter === 'min_score') === (url.searchParams.get('q') === 'list'),
        );
        if (rule?.parameter === undefined || url.searchParams.has(rule.parameter))
          return original.fetch(request);
        url.searchParams.set(rule.parameter, beside[rule.parameter] ?? '1');
        return original.fetch(new Request(url, request));
      },
  },
  ...listLawBreakers,
  ...togetherLawBreakers,
};
