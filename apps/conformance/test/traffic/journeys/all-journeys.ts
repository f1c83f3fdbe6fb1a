import { countMoney, logIn, packBundles, planRuns, rotateAKey } from './account.ts';
import { type Journey, makeAnAgent, shareAChat } from './agents.ts';
import { createApiClient, type Place } from './api-client.ts';
import { keepStudioChats } from './studio.ts';
import { makeMistakes, talkAndLook, useTools } from './tools.ts';

/** Who goes on the journeys. */
export interface Travellers extends Place {
  readonly credentials: {
    readonly apiKeys: Readonly<Record<'own' | 'other', string>>;
    readonly jwt: Readonly<Record<'own' | 'other' | 'sandbox', string>>;
  };
  /** An agent of the own user that answers. */
  readonly worker: string;
}

/** What ordinary users do with the platform, from the first page to the last, several times over. */
export async function goOnJourneys(travellers: Travellers, rounds = 3): Promise<void> {
  const { credentials, worker } = travellers;
  const { jwt, apiKeys } = credentials;
  const own = await createApiClient(travellers, { jwt: jwt.own, apiKey: apiKeys.own });
  const other = own.with({ jwt: jwt.other, apiKey: apiKeys.other });
  const sandbox = own.with({ jwt: jwt.sandbox });
  const guest = own.with({});
  for (let round = 1; round <= rounds; round += 1) {
    const journey: Journey = { own, other, sandbox, guest, round, worker };
    for (const go of journeys) await go(journey);
    await logIn(journey, jwt.own);
  }
}

const journeys = [
  makeAnAgent,
  shareAChat,
  keepStudioChats,
  rotateAKey,
  packBundles,
  planRuns,
  countMoney,
  useTools,
  talkAndLook,
  makeMistakes,
];
