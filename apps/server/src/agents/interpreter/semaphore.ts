/** Who wants a place. */
interface Visitor {
  /** Whose work it is. Default: an owner's of its own. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A number of places, and a line of those who wait for one. */
export interface Semaphore {
  /**
   * Runs the work when there's a place.
   * @throws {LineIsFull} when too much of the owner's waits already.
   * @throws the signal's reason when it gives up in the line.
   */
  run<Result>(work: () => Promise<Result>, visitor?: Visitor): Promise<Result>;
  running(): number;
  waiting(): number;
}

/** As many of an owner's wait as may. */
export class LineIsFull extends Error {}

/** How many places there are, and how many of them one owner has. */
export interface Places {
  count: number;
  /** How many one owner may have at once. Default: all. */
  ofOne?: number;
  /** How many of one owner may wait. Default: any number. */
  waitingOfOne?: number;
}

type OwnerId = string | symbol;

interface Owner {
  held: number;
  /** Each lets one of the owner's in, first come first. */
  line: Set<() => void>;
}

/** Shares places among owners: a free one goes to the waiting owner with the fewest, and of these to the first. */
export function createSemaphore({ count, ofOne = count, waitingOfOne = Infinity }: Places): Semaphore {
  let free = count;
  let waiting = 0;
  // Those that hold or wait; of those that wait, the first in line comes first.
  const owners = new Map<OwnerId, Owner>();

  function ownerOf(id: OwnerId): Owner {
    const owner = owners.get(id) ?? { held: 0, line: new Set() };
    owners.set(id, owner);
    return owner;
  }

  function goToTheEnd(id: OwnerId, owner: Owner): void {
    owners.delete(id);
    owners.set(id, owner);
  }

  function forgetIfIdle(id: OwnerId, owner: Owner): void {
    if (owner.held === 0 && owner.line.size === 0) owners.delete(id);
  }

  function take(owner: Owner): void {
    free -= 1;
    owner.held += 1;
  }

  function leave(id: OwnerId): void {
    const owner = ownerOf(id);
    free += 1;
    owner.held -= 1;
    letNextIn();
    forgetIfIdle(id, owner);
  }

  /** To be called when a place is free. */
  function letNextIn(): void {
    let next: [OwnerId, Owner] | undefined;
    for (const [id, owner] of owners)
      if (owner.line.size > 0 && owner.held < (next ? next[1].held : ofOne)) next = [id, owner];
    if (!next) return;
    const [id, owner] = next;
    const [enter] = owner.line;
    if (!enter) return;
    leaveLine(owner, enter);
    take(owner);
    goToTheEnd(id, owner);
    enter();
  }

  function leaveLine(owner: Owner, entry: () => void): boolean {
    const isThere = owner.line.delete(entry);
    if (isThere) waiting -= 1;
    return isThere;
  }

  async function enter(id: OwnerId, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const owner = ownerOf(id);
    if (free > 0 && owner.held < ofOne) return take(owner);
    if (owner.line.size >= waitingOfOne) throw new LineIsFull(`${waitingOfOne} wait already.`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isFirst = owner.line.size === 0;
    owner.line.add(resolve);
    waiting += 1;
    if (isFirst) goToTheEnd(id, owner);
    const giveUp = () => {
      if (!leaveLine(owner, resolve)) return;
      forgetIfIdle(id, owner);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  return {
    running: () => count - free,
    waiting: () => waiting,
    async run(work, { owner: name, signal } = {}) {
      const id = name ?? Symbol('alone');
      await enter(id, signal);
      try {
        return await work();
      } finally {
        leave(id);
      }
    },
  };
}
