/** Every variable that the server reads. */
export const environmentTable = {
  DATABASE_URL:
    'PostgreSQL 13 or later to use instead of the embedded database; any number of processes may share it',
  AGENT_WORKERS_SECRET:
    '32 random bytes in base64url, from which the keys for stored secrets and for the embedded issuer are derived; without it, secret.key in the data folder (mode 0600). Processes that share a database must share it: one with another secret is refused at the start',
  MODEL_API_KEY: 'key for the model server',
  INTERPRETER_TOKEN: 'bearer token for the service of --interpreter-url',
  STRIPE_SECRET_KEY: 'takes real payments through Stripe instead of the embedded provider',
  STRIPE_WEBHOOK_SECRET: 'secret of the webhook endpoint at Stripe',
  STRIPE_API_URL: "where Stripe's API is, for tests (default: Stripe's own address)",
  ADMIN_TOKEN: 'token for the admin port, 16 characters or more',
  CONTROL_TOKEN: 'token for the control port, 16 characters or more',
} as const;

type VariableName = keyof typeof environmentTable;

/** The variables that are set, and not to nothing. */
export type Environment = Partial<Record<VariableName, string>>;

export function readEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const names = Object.keys(environmentTable);
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}
