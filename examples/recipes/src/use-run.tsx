// React: an agent by TanStack Query, its runs page by page, and an answer that grows while it comes.
import { createUserClient, createWorkersClient } from '@agent-workers/client-fetch';
import { infiniteQueryOptions, queryOptions } from '@agent-workers/client-fetch/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const user = createUserClient({ baseUrl: '/api', jwt: false }); // a proxy of yours adds the credential
const workers = createWorkersClient({ agentsUrl: '/api/agents', apiKey: false });

/** The text so far. Another message, or leaving the page, ends the stream before. */
export function useAnswer(agentId: string, message: string): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    setText('');
    const read = async () => {
      const run = await workers.start(agentId, message, { signal: controller.signal });
      for await (const piece of run.text) setText((before) => before + piece);
    };
    read().catch((error: Error) => controller.signal.aborted || setText(error.message));
    return () => controller.abort();
  }, [agentId, message]);
  return text;
}

export function Agent({ id }: { id: string }) {
  const { data: agent } = useQuery(queryOptions(user.agents.getAgent, id));
  const runs = useInfiniteQuery(infiniteQueryOptions(user.agentRuns.listAgentRuns, { limit: 20 }));
  const answer = useAnswer(id, 'Hello');
  return (
    <section>
      <h1>{agent?.chat_prompt}</h1>
      <p>{answer}</p>
      <ul>
        {runs.data?.pages
          .flatMap(({ items = [] }) => items)
          .map(({ run_id }) => (
            <li key={run_id}>{run_id}</li>
          ))}
      </ul>
      <button type="button" disabled={!runs.hasNextPage} onClick={() => runs.fetchNextPage()}>
        More
      </button>
    </section>
  );
}
