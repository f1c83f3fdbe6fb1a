/** What --help prints. */
export const help = `agent-workers-server: a deployment of the Agent Workers Platform on this machine

Usage: agent-workers-server [serve] [options]
       agent-workers-server create-key --user NAME [--data-dir FOLDER]
       agent-workers-server create-jwt --user NAME [--tier standard|sandbox] [--days NUMBER] [--data-dir FOLDER]
       agent-workers-server create-agent --user NAME --name NAME --prompt TEXT [--data-dir FOLDER]
       agent-workers-server admin users list|show|add|set|delete|export [NAME] [--tier TIER] [--credits NUMBER|none]
       agent-workers-server admin keys list|add|revoke NAME [ID] [--name TEXT]
       agent-workers-server admin codes list|add|remove [CODE] [--credits NUMBER] [--owner NAME]
       agent-workers-server admin jobs list|cancel [ID]
       agent-workers-server backup FILE [--url URL] [--data-dir FOLDER]
       agent-workers-server restore FILE [--data-dir FOLDER]
       agent-workers-server seed [--url URL] [--control-url URL] [--name NAME] [--days NUMBER] [--data-dir FOLDER]

create-key and create-agent add the user if there's none of that name, and print the key or the agent's id.
seed adds users, keys, agents and codes for a conformance run and prints the deployment config that names them: at the
control port of a running server (--control-url, CONTROL_TOKEN), or in the database while no server uses its folder.
admin, for operators, and backup, of an embedded database, work at the admin port of a running server (--url, ADMIN_TOKEN), or
in the database while no server uses its folder; admin prints a table, or JSON with --json. restore makes the database of
a data folder without one.
create-jwt prints a JWT for the User API, which is taken where no other issuer is configured.

Options of serve:

  --port NUMBER            port to listen on; 0 takes any free one (default 8787)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --data-dir FOLDER        where the embedded database is (default: your data folder)
  --sandbox                add two users with API keys and demo agents, and show their keys
  --model-base-url URL     OpenAI-compatible model server; without it a scripted model answers
  --model-name NAME        model to ask there
  --jwt-issuer URL         who signs the users' JWTs (default: an embedded issuer, for development)
  --jwt-audience NAME      audience that these JWTs must name
  --jwks-url URL           where that issuer publishes its keys
  --public-url URL         where clients reach this server, for the addresses of checkouts
  --notifier-url URL       push service behind the NOTIFIER tools (default: an embedded one)
  --mcp-hosts LIST         hosts of MCP servers that users may register, with commas (default: none)
  --interpreter-url URL    service that runs the agents' code (default: processes of this machine)
  --interpreter-command F  program to start for each piece of code, instead of a service
  --max-programs NUMBER    how many pieces of code run at once (default 8)
  --durable                write the embedded database through to the disk; without it a power cut can lose what was
                           acknowledged, though the end of the process can't
  --cors-origins LIST      origins of web pages that may call, with commas, or * (default: none)
  --admin-port NUMBER      port for the operator: a page, admin API, /metrics; needs ADMIN_TOKEN (default: none)
  --admin-host ADDRESS     address of that port (default 127.0.0.1)
  --drain-delay SECONDS    how long /readyz says 503 before a stop, so that balancers look away (default 0)
  --grace-period SECONDS   how long answers under way may then take to end (default 2)
  --control-port NUMBER    port on 127.0.0.1 to arrange states for tests; needs CONTROL_TOKEN (default: none)
  --log-level LEVEL        error, or info to log each request, turn and job that ended too (default error)
  --keep-runs DAYS         forget runs, with their logs, in which nothing happened for so long (default: never)
  --quota NAME=NUMBER      how much each user may have; may be given again (see below)
  --trusted-proxies NUMBER how many proxies add to X-Forwarded-For in front of this server (default 0)
  --replace-secret         go on with another secret, where the one of the database is lost
  --ready-json             print two lines of JSON when listening, instead of text
  --exit-with-parent       stop when standard input, a pipe, ends, as it does when the parent process dies
  --version                print the version of this package

Quotas:

  jobs=1000  runs=1000000  agents=10000  keys=10000  schedules=10000  chats=100000 (of the studio)
  bytes=1073741824 (of files)  sessions=10000 (CLI logins that one address opens in ten minutes)

Environment:
  DATABASE_URL             PostgreSQL to use instead of the embedded database
  MODEL_API_KEY            key for the model server
  AGENT_WORKERS_SECRET     32 random bytes in base64url; processes that share a database must share it
  INTERPRETER_TOKEN        token for the service of --interpreter-url
  STRIPE_SECRET_KEY        takes real payments through Stripe instead of the embedded provider
  STRIPE_WEBHOOK_SECRET    secret of the webhook endpoint at Stripe
  ADMIN_TOKEN              token for the admin port, 16 characters or more
  CONTROL_TOKEN            token for the control port, 16 characters or more
`;
