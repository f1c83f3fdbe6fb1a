import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';

const everyMilliseconds = 50;

/** Measures something while another user changes a chat 20 times a second. @throws unless most of these writes came through. */
export async function whileOthersWrite<Result>(
  { ready }: ServerProcess,
  measure: () => Promise<Result>,
): Promise<Result> {
  const headers = { authorization: `Bearer ${ready.credentials.otherJwt}` };
  const body = JSON.stringify({ name: 'Written meanwhile', chat_prompt: 'Be brief.' });
  const url = `${ready.baseUrl}/me/chats/5a9db0c5-0000-4000-8000-000000000003`;
  let sent = 0;
  let written = 0;
  const timer = setInterval(() => {
    sent += 1;
    fetch(url, { method: 'PATCH', headers, body })
      .then(async (response) => {
        if (response.ok) written += 1;
        await response.arrayBuffer();
      })
      .catch(() => {});
  }, everyMilliseconds);
  const result = await measure().finally(() => clearInterval(timer));
  if (written < sent / 2)
    throw new Error(`Only ${written} of ${sent} writes came through; nothing was measured.`);
  return result;
}
