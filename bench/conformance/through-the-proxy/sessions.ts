import { browseInChromium } from '../../../apps/conformance/test/traffic/browser-session.ts';
import type { Access } from '../../../apps/conformance/test/traffic/clients.ts';
import { requestsPerSecond } from '../../server/src/requests-per-second.ts';

/** Two thousand reads over ten connections. */
export async function load({ baseUrl, jwt }: Access): Promise<void> {
  const url = `${baseUrl}/me/agents`;
  await requestsPerSecond({
    url,
    headers: { authorization: `Bearer ${jwt}` },
    connections: 10,
    amount: 2_000,
  });
}

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A page in Chromium, which leaves a HAR. */
export function browse(har: string): (access: Access) => Promise<void> {
  return (access) => browseInChromium(chromium, har, access);
}
