import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';

const everyMilliseconds = 50;

const chat = '5a9db0c5-0000-4000-8000-000000000003';

/**
 * Measures something while another user writes 20 times a second, a change of a chat and a run of it in turn.
 * @throws unless most of these writes came through.
 */
export async function whileOthersWrite<Result>(
  { ready }: ServerProcess,
  measure: () => Promise<Result>,
): Promise<Result> {
  const { otherJwt, otherApiKey } = ready.credentials;
  const writes = [
    write(`${ready.baseUrl}/me/chats/${chat}`, {
      method: 'PATCH',
      key: otherJwt,
      body: { name: 'Meanwhile' },
    }),
    write(`${ready.agentsUrl}/${chat}`, { method: 'POST', key: otherApiKey, body: { message: 'Meanwhile' } }),
  ];
  let sent = 0;
  let written = 0;
  const timer = setInterval(() => {
    const send = writes[sent % writes.length];
    sent += 1;
    send?.()
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

function write(url: string, { method, key, body }: { method: string; key: string; body: object }) {
  const headers = { authorization: `Bearer ${key}` };
  return () => fetch(url, { method, headers, body: JSON.stringify(body) });
}
