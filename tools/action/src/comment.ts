import { readFileSync } from 'node:fs';

interface Comment {
  readonly id: number;
  readonly body: string;
}

const longest = 64_000;
const pageSize = 100;

/** Writes the text into the one comment of this check on the pull request: makes it, or changes it. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST, NAME = '' } = environment;
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  const mark = `<!-- ${NAME} -->`;
  const body = `${mark}\n${textOf(environment).slice(0, longest)}\n[The run](${addressOf(environment)})\n`;
  const call = async (method: string, url: string, content?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
      ...(content && { body: JSON.stringify(content) }),
    });
    if (response.ok) return await response.json();
    throw new Error(
      `${method} ${url} gave ${response.status}. The job needs the permission pull-requests: write; a pull request of a fork never has it.`,
    );
  };
  const own = await findOwn(mark, (page) =>
    call('GET', `${issues}/${PULL_REQUEST}/comments?per_page=${pageSize}&page=${page}`),
  );
  if (own === undefined) await call('POST', `${issues}/${PULL_REQUEST}/comments`, { body });
  else await call('PATCH', `${issues}/comments/${own.id}`, { body });
}

/** Where a step before the judging failed, there is no text; an earlier verdict must not stay as if it were of now. */
function textOf({ TEXT = '' }: NodeJS.ProcessEnv): string {
  return TEXT === '' ? '## ? Not judged\n\nA step before the judging failed.\n' : readFileSync(TEXT, 'utf8');
}

function addressOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv): string {
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}

async function findOwn(mark: string, read: (page: number) => Promise<unknown>): Promise<Comment | undefined> {
  for (let page = 1; ; page++) {
    const comments = (await read(page)) as readonly Comment[];
    const own = comments.find(({ body }) => body.startsWith(mark));
    if (own !== undefined || comments.length < pageSize) return own;
  }
}

// A comment that can't be written is no reason to fail: the same text is in the summary.
await main(process.env).catch((error: unknown) => {
  process.stdout.write(`::warning::${error instanceof Error ? error.message : String(error)}\n`);
});
