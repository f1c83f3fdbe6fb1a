import { userApi } from '../gen/user-api.ts';
import type { ProfiledUserApiMethods, UserApiMethods } from '../gen/user-api-methods.ts';
import { bindOperations } from './bind-operations.ts';
import { type ApiKeyUserClientOptions, type UserClientOptions, userTransport } from './client-options.ts';
import type { NoProfile, Profile } from './profile.ts';

/** Every operation of the User API, under the name of its resource: `user.agentRuns.getAgentRun(runId)`. */
export interface PlainUserClient extends UserApiMethods {}

/** The same, with the types of a profile. */
export interface ProfiledUserClient<P extends Profile> extends ProfiledUserApiMethods<P> {}

/** A client of the User API, with the types of a profile where there is one. */
export type UserClient<P extends Profile = NoProfile> = NoProfile extends P
  ? PlainUserClient
  : ProfiledUserClient<P>;

/**
 * A client of the User API. Address and JWT come from AGENT_WORKERS_BASE_URL and AGENT_WORKERS_JWT where they aren't
 * given. @throws {ConfigurationError} on an API key, unless `acceptsApiKey` says that this deployment takes it.
 */
export function createUserClient<P extends Profile = NoProfile>(
  options: UserClientOptions<P> | ApiKeyUserClientOptions<P> = {},
): UserClient<P> {
  const transport = userTransport(options);
  const entries = Object.entries(userApi).map(([name, group]) => [name, bindOperations(transport, group)]);
  // The generated interface lists the same groups and functions.
  return Object.fromEntries(entries) as UserClient<P>;
}
