import type { Clock } from 'pg-boss';
import type { Interpreter } from '../agents/interpreter/interpreter.ts';
import type { Isolation } from '../agents/interpreter/isolation/isolation.ts';
import type { ModelOptions, ModelSource } from '../agents/model/agent-model.ts';
import type { Quotas } from '../domain/quotas.ts';
import type { StripeOptions } from '../payments/stripe/stripe-provider.ts';
import type { Logger, LogLevel } from '../platform/logger.ts';
import type { IdentityOptions, IssueJwt } from '../platform/oidc-verifier.ts';
import type { WebhookFixture } from '../sandbox/sandbox-fixtures.ts';
import type { SandboxCredentials } from '../sandbox/sandbox-keys.ts';

/** How a deployment is set up. */
export interface AppOptions {
  /** Folder for the embedded database and the sandbox's keys. */
  dataDir: string;
  /** PostgreSQL to use instead of the embedded database; several processes may share it. */
  databaseUrl?: string | undefined;
  /** An OpenAI-compatible model, or any other by a function; by default the scripted one answers. */
  model?: ModelOptions | ModelSource | undefined;
  /** Who signs the users' JWTs. Default: an embedded issuer, for development. */
  identity?: IdentityOptions | undefined;
  /** 32 bytes in base64url that processes on one database must share. Default: made, and kept in `dataDir`. */
  secret?: string | undefined;
  /** Takes the secret in place of the one that the database was used with before. Default false. */
  replaceSecret?: boolean | undefined;
  /** Takes payments through Stripe. Default: an embedded provider, through which no real money moves. */
  stripe?: StripeOptions | undefined;
  /** Where clients reach the deployment, for the addresses of checkouts. Default: the address of each request. */
  publicUrl?: string | undefined;
  /** Opens the control surface to callers with this token. Default: there's none. */
  controlToken?: string | undefined;
  /** Opens the operator's admin API to callers with this token. Default: there's none. */
  adminToken?: string | undefined;
  /** Web pages of these origins may call the deployment; `*` for any. Default: none. */
  corsOrigins?: readonly string[] | undefined;
  /** Lets the embedded database write through to the disk before anything is acknowledged. Default false. */
  durable?: boolean | undefined;
  /** Address of the service behind the NOTIFIER tools. Default: an embedded one. */
  notifierUrl?: string | undefined;
  /** Hosts, each with or without a port, of MCP servers that users may register; `*` for any. Default: none, in a sandbox those of this machine. */
  mcpHosts?: readonly string[] | undefined;
  /** Runs agents' code, for example in a container. Default: a sandboxed process of this machine. */
  interpreter?: Interpreter | undefined;
  /** How many programs run at once; more wait in line. Default 8. */
  maximumPrograms?: number | undefined;
  /** How much one user may have; what is left out has its default. */
  quotas?: Partial<Quotas> | undefined;
  /** The clock of jobs and schedules, for tests: a `TestClock` of pg-boss. Default: the database's. */
  clock?: Clock | undefined;
  /** Seeds two users with keys and demo agents. Default false. */
  sandbox?: boolean | undefined;
  /** Where prepared databases are cached. Default: the user's cache folder. */
  cacheDir?: string | undefined;
  /** Runs in which nothing happened for so many days are forgotten, with their logs. Default: they are kept. */
  keepRunDays?: number | undefined;
  /** Hears of what goes wrong inside. Default: JSON lines on standard error. */
  logger?: Logger | undefined;
  /** With `info` it also hears of every request, turn and job that ended. Default `error`. */
  logLevel?: LogLevel | undefined;
}

/** A running deployment without a socket. */
export interface App {
  /**
   * Answers a request; `/agents/…` is the Workers API, `/me/…` the User API. `client` may be `{ address }`, the network
   * address that quotas of sessions count by; whatever else a server hands over is no address.
   */
  fetch(request: Request, client?: unknown): Promise<Response>;
  /** Answers a request to the control surface, which arranges states for tests; undefined where it's off. */
  control: ((request: Request) => Promise<Response>) | undefined;
  /** Answers a request to the operator's admin API; undefined where it's off. */
  admin: ((request: Request) => Promise<Response>) | undefined;
  /** Where the data is, in words. */
  place: string;
  /** The keys and JWTs of the sandbox users, if there's a sandbox. */
  sandboxKeys: SandboxCredentials | undefined;
  /** An event for the payment webhook, if there's a sandbox with the embedded provider. */
  sandboxWebhook: WebhookFixture | undefined;
  /** What keeps programs apart from the host, or why they don't run; undefined where they run elsewhere. */
  isolation: Pick<Isolation, 'measures' | 'refusal'> | undefined;
  /** Signs a JWT; undefined where another issuer does that. */
  issueJwt: IssueJwt | undefined;
  /** Loads what the first request would otherwise wait for; a start need not wait for it. */
  warmUp(): Promise<void>;
  /** Lets /readyz say from now on that requests had better be sent elsewhere; they are still answered. */
  drain(): void;
  /** Lets running answers end within the time (default 2,000 ms), hands jobs over and closes the database. */
  close(options?: { graceMilliseconds?: number }): Promise<void>;
}
