import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './serve-target.ts';

export interface Written {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A stand-in of GitHub's API with one pull request: keeps its comments, and what was written. */
export async function serveGitHub() {
  const comments: { id: number; body: string }[] = [];
  const written: Written[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    if (method === 'GET') {
      response.end(JSON.stringify(comments));
      return;
    }
    const { body } = JSON.parse(await text(request));
    written.push({ method, path, body });
    if (method === 'POST') comments.push({ id: comments.length + 1, body });
    response.end('{}');
  });
  return { ...(await listening(server)), written };
}
