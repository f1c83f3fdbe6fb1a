import * as fc from 'fast-check';
import { leavesIn } from '../../src/verdicts/leaves.ts';
import type { Travellers } from './journeys/all-journeys.ts';
import { type Credentials, createApiClient } from './journeys/api-client.ts';

/** Which records somebody may come upon, and what they may do to them. */
const families = [
  { list: 'listChats', changes: ['updateChat', 'deleteChat', 'submitChatFeedback'], parameter: 'chat_id' },
  { list: 'listAgents', changes: ['setAgentTheme', 'listAgentFiles'], parameter: 'agent_id' },
  { list: 'listStudioChats', changes: ['updateStudioChat', 'deleteStudioChat'], parameter: 'run_id' },
  { list: 'listApiKeys', changes: ['deleteApiKey', 'getApiKey'], parameter: 'api_key_id' },
  { list: 'listBundles', changes: ['updateBundle', 'deleteBundle', 'addBundleTool'], parameter: 'bundle_id' },
  { list: 'listSchedules', changes: ['updateSchedule', 'deleteSchedule'], parameter: 'schedule_id' },
  { list: 'listUserTools', changes: ['uninstallTool'], parameter: 'tool_id' },
] as const;

const made = ['createChat', 'createStudioChat', 'createBundle', 'createApiKey', 'useCredits'] as const;

/**
 * Somebody who acts for the same users from elsewhere: looks through what they have, and makes, changes and removes some
 * of it.
 *
 * @param turns how many users and lists are taken up
 */
export async function meddle(place: Travellers, seed: number, turns = 60): Promise<void> {
  const { jwt } = place.credentials;
  const own = await createApiClient(place, { jwt: jwt.own });
  const draw = drawing(seed);
  for (let turn = 0; turn < turns; turn += 1) {
    const user = own.with(draw<Credentials>([{ jwt: jwt.own }, { jwt: jwt.own }, { jwt: jwt.other }]));
    const { list, changes, parameter } = draw(families);
    const ids = identifiersIn((await user.call(list)).body);
    if (ids.length > 0)
      await user.call(draw(changes), {
        path: { [parameter]: draw(ids) },
        body: { visibility: draw(['private', 'public']), theme_color: '#aa5500', tool_id: 'count_words' },
        texts: `Meddled with ${turn}`,
      });
    if (turn % 5 === 0)
      await user.call(draw(made), {
        body: { chat_prompt: `Made elsewhere ${turn}`, visibility: draw(['private', 'public']) },
        texts: `Elsewhere ${turn}`,
      });
  }
}

/** Whatever may name a record. */
function identifiersIn(body: unknown): readonly string[] {
  return leavesIn(body).flatMap(({ value }) => {
    if (typeof value === 'number') return Number.isInteger(value) ? [`${value}`] : [];
    return typeof value === 'string' && /^[\w-]{3,40}$/.test(value) ? [value] : [];
  });
}

/** The same for the same seed. */
function drawing(seed: number): <Value>(among: readonly Value[]) => Value {
  const numbers = fc.sample(fc.nat(), { seed, numRuns: 1_000 });
  let drawn = 0;
  return (among) => {
    drawn = (drawn + 1) % numbers.length;
    return among[(numbers[drawn] ?? 0) % among.length] as never;
  };
}
