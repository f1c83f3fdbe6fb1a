import type { Bindings, Config } from './config.ts';
import type { Connection } from './connection.ts';

/** Words by which the tool calls of a deployment are recognised in its streams. */
export interface ToolCallFixture {
  /** A message that makes the worker call a tool. */
  readonly message: string;
  /** The tool's name as it stands in the NDJSON stream. */
  readonly name?: string | undefined;
  /** A text that only the tool's response has: the worker never repeats it to the user. */
  readonly output?: string | undefined;
}

/** Limits that the interface names without a number. */
export type ToldLimits = Pick<NonNullable<Config['fixtures']>, 'jobSeconds' | 'filesPerAgent'>;

/** The deployment's own words for each kind of message. `{marker}` in them is replaced by a unique marker. */
export interface MessageFixtures {
  readonly message?: string | undefined;
  readonly backgroundMessage?: string | undefined;
  readonly backgroundErrorMessage?: string | undefined;
  readonly toolCallMessage?: { readonly message: string } | undefined;
  readonly slowMessage?: string | undefined;
}

type ConfigFixtures = Omit<NonNullable<Config['fixtures']>, keyof MessageFixtures>;

export interface Fixtures extends MessageFixtures, Omit<ConfigFixtures, 'toolCallMessage'> {
  readonly agentId?: string | undefined;
  readonly backgroundAgentId?: string | undefined;
  readonly toolCallMessage?: ToolCallFixture | undefined;
}

/** The deployment to judge: where it is, who we are there, and what it offers to work with. */
export interface Deployment {
  readonly name: string;
  /** The base address of the Workers API, where it is to be judged. */
  readonly agentsUrl: string | undefined;
  /** The base address of the User API, where it is to be judged. */
  readonly baseUrl: string | undefined;
  readonly credentials: {
    readonly apiKey?: string | undefined;
    readonly jwt?: string | undefined;
    readonly otherApiKey?: string | undefined;
    readonly otherJwt?: string | undefined;
    readonly sandboxJwt?: string | undefined;
  };
  readonly fixtures: Fixtures;
  /** URL or path of the deployment's own OpenAPI document. */
  readonly openapi?: string | undefined;
  /** `full` may start runs and change things; `read-only` may not. */
  readonly profile: 'read-only' | 'full';
  /** How long what was written may take to show everywhere, in ms: the interface names no time. */
  readonly consistencyWindowMs: number;
  readonly bindings?: Bindings | undefined;
  /** How it is reached, where that is said; plainly otherwise. */
  readonly connection?: Connection | undefined;
  /** What is told of the traffic of others: who is who, and whether anybody else acts for them. */
  readonly traffic?: Config['traffic'];
  readonly stateUrl?: string | undefined;
  /** Sent to the state URL as its bearer token. */
  readonly stateToken?: string | undefined;
}

/** What a check may need of the fixtures, as a path. */
export type FixtureName =
  | keyof Fixtures
  | 'toolCallMessage.name'
  | 'toolCallMessage.output'
  | 'webhook.secret';
