import { readFileSync } from 'node:fs';

interface Comment {
  readonly id: number;
  readonly body: string;
}

const longest = 65_000;
const pageSize = 100;

/** Writes the text into the one comment of this check on the pull request: makes it, or changes it. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST, NAME = '', TEXT = '' } = environment;
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  const mark = `<!-- ${NAME} -->`;
  const body = `${mark}\n${readFileSync(TEXT, 'utf8').slice(0, longest)}`;
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
