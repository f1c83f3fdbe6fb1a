import * as z from 'zod';
import type { Deployment } from '../../deployment/deployment.ts';
import type { Sender } from '../../exchanges/send.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { StateHook } from './state-hook.ts';
import { StateTrouble } from './state-trouble.ts';

const answerSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * Asks the deployment's state URL: a POST of `{action, state, params}`. Its answer is an object of values; the value
 * `credential` is the one of the caller of the interaction. Status 404 says that it doesn't know the state.
 */
export function createStateUrlHook(
  { stateUrl: url = '', stateToken }: Pick<Deployment, 'stateUrl' | 'stateToken'>,
  sender: Sender,
): StateHook {
  const call = async (action: 'setup' | 'teardown', state: string, params: unknown) =>
    sender.send({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...(stateToken === undefined ? {} : { authorization: `Bearer ${stateToken}` }),
      },
      body: JSON.stringify({ action, state, params }),
    });
  return async (state, params) => {
    const sent = await call('setup', state, params);
    const status = sent?.response?.status;
    if (status === 404) return undefined;
    if (sent?.response === undefined || status === undefined || status >= 300) {
      const why = sent?.transportError?.message ?? `status ${status}`;
      throw new StateTrouble(`the state URL did not set the state up: ${why}`);
    }
    const { credential, ...values } = parseValues(sent.response.body.text);
    return {
      values,
      ...(credential === undefined ? {} : { credential: String(credential) }),
      undo: async () => {
        await call('teardown', state, params);
      },
    };
  };
}

function parseValues(text: string): Record<string, string | number> {
  if (text.trim() === '') return {};
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new StateTrouble('the state URL did not answer with an object of values');
  const pairs = Object.entries(parsed.data).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : String(value),
  ]);
  return Object.fromEntries(pairs);
}
