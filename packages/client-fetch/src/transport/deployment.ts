/** A secret, or what fetches it for each request. */
export type Credential = string | (() => string | Promise<string>);

/** Where requests go, and what they carry. */
export interface Deployment {
  /** Base address of the Workers API. */
  agentsUrl?: string | URL | undefined;
  /** Base address of the User API; its paths begin with /me. */
  baseUrl?: string | URL | undefined;
  /** Bearer credential of the Workers API; `false` sends none, where a proxy adds it. */
  apiKey?: Credential | false | undefined;
  /** Bearer credential of the User API; `false` sends none, where a proxy adds it. */
  jwt?: Credential | false | undefined;
}
