import { startServer as start } from './start-server.ts';

// Written out, so that its declarations lead to no other file: those of the whole application need the types of its
// dependencies, which a test that is compiled without skipLibCheck would stumble over.

/** A server with a sandbox, for the tests of an application. `await using` closes it. */
export interface TestServer {
  /** Base address of the Workers API. */
  readonly agentsUrl: string;
  /** Base address of the User API. */
  readonly baseUrl: string;
  /** Keys and JWTs of the sandbox users. */
  readonly credentials: {
    readonly apiKey: string;
    readonly otherApiKey: string;
    readonly jwt: string;
    readonly otherJwt: string;
  };
  /** An agent, one that starts background jobs, and messages with a known effect. */
  readonly fixtures: {
    readonly agentId: string;
    readonly message: string;
    readonly backgroundAgentId: string;
    readonly backgroundMessage: string;
    readonly backgroundErrorMessage: string;
  };
  /** Stops at once and removes what was stored. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a test may set; `startServer` of the package itself takes everything that a deployment has. */
export interface TestServerOptions {
  /** PostgreSQL to use instead of the embedded database. */
  databaseUrl?: string | undefined;
  /** Web pages of these origins may call; `*` for any. */
  corsOrigins?: readonly string[] | undefined;
  /** An OpenAI-compatible model; by default the scripted one answers. */
  model?: { baseUrl: string; name: string; apiKey?: string | undefined } | undefined;
  /** With `info` standard error tells of every request too. */
  logLevel?: 'error' | 'info' | undefined;
}

/** Starts the reference deployment in this process, on a free port and with data that are gone after `close()`. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await start(options);
  const { jwt, otherJwt, ...keys } = server.credentials;
  if (!jwt || !otherJwt) throw new Error('The embedded issuer gave no JWT.');
  return { ...server, credentials: { ...keys, jwt, otherJwt } };
}
