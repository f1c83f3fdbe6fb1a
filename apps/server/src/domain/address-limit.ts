/** Lets each address do something only so often. */
export interface AddressLimit {
  /** @returns in how many seconds the address may try again; undefined: it may now. */
  admit(address: string): number | undefined;
}

interface Window {
  endsAt: number;
  count: number;
}

const maximumAddresses = 100_000;

/** @param now in ms since 1970; default: the system's clock. */
export function createAddressLimit(
  { maximum, windowMilliseconds }: { maximum: number; windowMilliseconds: number },
  now: () => number = Date.now,
): AddressLimit {
  const windows = new Map<string, Window>();

  /** The oldest come first, and all last equally long. */
  function forgetEnded(): void {
    for (const [network, { endsAt }] of windows) {
      if (endsAt > now() && windows.size < maximumAddresses) return;
      windows.delete(network);
    }
  }

  return {
    admit(address) {
      forgetEnded();
      const network = networkOf(address);
      const window = windows.get(network) ?? { endsAt: now() + windowMilliseconds, count: 0 };
      if (window.count >= maximum) return Math.ceil((window.endsAt - now()) / 1_000);
      window.count += 1;
      windows.set(network, window);
      return undefined;
    },
  };
}

/** One customer of a provider has a whole network of IPv6 addresses: the first 64 bits tell it. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':').toLowerCase();
}
