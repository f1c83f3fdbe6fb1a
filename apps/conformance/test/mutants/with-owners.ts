import { isRecord, recordOf } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import type { Mutant } from './mutant.ts';
import { withJson } from './wrap-answers.ts';

/** Each record shows its owner: who made it, or with `mayBeGiven` whom a body said last. */
export const withOwners =
  ({ mayBeGiven }: { readonly mayBeGiven: boolean }): Mutant['wrap'] =>
  ({ fetch }) => {
    const users = new Map<string, string>();
    const owners = new Map<unknown, unknown>();
    return async (request) => {
      if (!hasOwners.test(new URL(request.url).pathname)) return fetch(request);
      const credential = request.headers.get('authorization') ?? '';
      const user = users.get(credential) ?? `user-${users.size + 1}`;
      users.set(credential, user);
      const sent = recordOf(parseJson(await request.clone().text()));
      const given = mayBeGiven ? sent.owner_id : undefined;
      const answer = await fetch(request);
      if (!answer.ok) return answer;
      return withJson(answer, (body) => {
        const id = idIn(body);
        if (id === undefined) return body;
        const owner = (request.method === 'GET' ? undefined : given) ?? owners.get(id) ?? user;
        owners.set(id, owner);
        return { ...recordOf(body), owner_id: owner };
      });
    };
  };

const hasOwners = /\/me\/(agents|chats|agent-studio-chats)(\/|$)/;

function idIn(body: unknown): unknown {
  return isRecord(body) ? (body.agent_id ?? body.run_id) : undefined;
}
