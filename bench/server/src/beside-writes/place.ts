/** A server to be read from while another user writes to it. */
export interface Place {
  name: string;
  reads: readonly Read[];
  /** Writes as another user; `index` counts the writes. */
  write(index: number): Promise<Response>;
}

/** What is read, again and again. */
export interface Read {
  name: string;
  origin: string;
  headers: Record<string, string>;
  paths: readonly string[];
}

const manyRuns = 200;

interface Readable {
  origin: string;
  /** For runs and for the agent, which may want other credentials. */
  headers: { ofRuns: Record<string, string>; ofAgent: Record<string, string> };
  agentPath: string;
  /** Makes a run, and gives its path. */
  makeRun(): Promise<string>;
}

/** One run, 200 runs in turn, and an agent. */
export async function readsOf({ origin, headers, agentPath, makeRun }: Readable): Promise<Read[]> {
  const runs: string[] = [];
  for (let count = 0; count < manyRuns; count += 1) runs.push(await makeRun());
  return [
    { name: 'GET of a run', origin, headers: headers.ofRuns, paths: runs.slice(0, 1) },
    { name: `GET of ${manyRuns} runs in turn`, origin, headers: headers.ofRuns, paths: runs },
    { name: 'GET of an agent', origin, headers: headers.ofAgent, paths: [agentPath] },
  ];
}

export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await sendJson('POST', url, body, headers);
}

export async function sendJson(
  method: string,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}.`);
  return response;
}
