import * as groups from '../gen/user-api.ts';
import { type BoundOperations, bindOperations } from './bind-operations.ts';
import { type ClientOptions, clientTransport } from './client-options.ts';

type Groups = typeof groups;

/** Every operation of the User API, under the name of its resource: `user.agentRuns.getAgentRun(runId)`. */
export type UserClient = { readonly [Name in keyof Groups]: BoundOperations<Groups[Name]> };

/** A client of the User API. Address and JWT come from the environment where they aren't given. */
export function createUserClient(options: ClientOptions = {}): UserClient {
  const transport = clientTransport(options);
  const entries = Object.entries(groups).map(([name, group]) => [
    name,
    bindOperations<object>(transport, group),
  ]);
  // Each group keeps its name, which the mapped type says.
  return Object.fromEntries(entries) as UserClient;
}
