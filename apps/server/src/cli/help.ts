/** What --help prints. */
export const help = `agent-workers-server: a deployment of the Agent Workers Platform on this machine

Usage: agent-workers-server [options]

  --port NUMBER            port to listen on; 0 takes any free one (default 8787)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --data-dir FOLDER        where the embedded database is (default: your data folder)
  --sandbox                add two users with API keys and demo agents, and show their keys
  --model-base-url URL     OpenAI-compatible model server; without it a scripted model answers
  --model-name NAME        model to ask there
  --ready-json             print one line of JSON when listening, instead of text
  --exit-with-parent       stop when standard input ends, as it does when the parent process dies
  -h, --help               show this

Environment:
  DATABASE_URL             PostgreSQL to use instead of the embedded database
  MODEL_API_KEY            key for the model server
`;
