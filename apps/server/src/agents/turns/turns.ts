import type { Agent } from '../../store/agent-repository.ts';
import { listEventsFrom } from '../../store/event-repository.ts';
import type { Run } from '../../store/run-repository.ts';
import type { Database } from '../../store/store.ts';
import { type BegunTurn, beginRun, type Said, tryBeginTurn } from './begin-turn.ts';
import { createFollowers, type Follower, followRun } from './follow-run.ts';
import type { RunSignals } from './run-signals.ts';
import type { TurnRun, TurnServices } from './run-turn.ts';
import { createTurnLog, type TurnLog } from './turn-log.ts';

/** A turn that is being answered, for a client to follow or leave. */
export interface FollowedTurn {
  runId: string;
  log: TurnLog;
}

/** Takes a right that only one may have; false when another has it. */
export type Claim = (transaction: Database) => Promise<boolean>;

/** Starts and continues conversations; each answer goes on to its end whether or not a client listens. */
export interface Turns {
  start(agent: Agent, message: string): Promise<FollowedTurn>;
  /** Starts a conversation only if `claim` succeeds, in one transaction with it. */
  startOnce(agent: Agent, message: string, claim: Claim): Promise<FollowedTurn | undefined>;
  /** @returns undefined when a background job runs; then nothing was added. */
  continue(
    run: Run,
    request: { agent: Agent; message: string; signal: AbortSignal },
  ): Promise<FollowedTurn | undefined>;
  /** The events of a run after a number, then those to come until it's idle; whichever process makes them. */
  follow(run: Run, afterSeq: number): Follower;
  /** The turns that this process is answering. */
  runningTurnIds(): string[];
  /** Loads what the first turn would otherwise wait for. */
  warmUp(): Promise<void>;
  /** Lets running turns end within the time, then interrupts the rest. */
  close(graceMilliseconds: number): Promise<void>;
}

export interface TurnsOptions extends TurnServices {
  /** Tells this process's turns from those of others. */
  ownerId: string;
  signals: RunSignals;
}

// A model that never ends its answer must not hold its conversation without end.
const maximumTurnMilliseconds = 900_000;
// How many events a follower who is behind reads at a time.
const storedPage = 64;

export function createTurns(options: TurnsOptions): Turns {
  const { db, ownerId, signals } = options;
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const followers = createFollowers();

  function launch(turn: BegunTurn, agent: Agent): FollowedTurn {
    const log = createTurnLog({
      firstSeq: turn.nextSeq,
      readStored: (fromSeq) => listEventsFrom(db, { runId: turn.runId, fromSeq, limit: storedPage }),
    });
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(maximumTurnMilliseconds)]);
    const ended = answer(options, { turn, userId: agent.userId, instructions: agent.prompt, log, signal });
    running.set(turn.id, ended);
    void ended.finally(() => {
      running.delete(turn.id);
      signals.announce([turn.runId]);
    });
    return { runId: turn.runId, log };
  }

  return {
    async start(agent, message) {
      return launch(await beginRun(db, agent, { ownerId, message }), agent);
    },
    async startOnce(agent, message, claim) {
      const turn = await db
        .transaction()
        .execute(async (open) =>
          (await claim(open)) ? await beginRun(open, agent, { ownerId, message }) : undefined,
        );
      return turn && launch(turn, agent);
    },
    async continue(run, { agent, message, signal }) {
      const either = AbortSignal.any([signal, closing.signal]);
      const turn = await beginWhenFree(
        options,
        { runId: run.id, userId: run.userId, ownerId, message },
        either,
      );
      return turn && launch(turn, agent);
    },
    follow: ({ id }, afterSeq) => followers.add(followRun({ db, signals }, { runId: id, afterSeq })),
    runningTurnIds: () => [...running.keys()],
    warmUp: async () => void (await loadEngine()),
    async close(graceMilliseconds) {
      const timer = setTimeout(() => closing.abort(), graceMilliseconds);
      await Promise.all(running.values());
      clearTimeout(timer);
      closing.abort();
      followers.stopAll();
    },
  };
}

/** The model libraries take a tenth of a second to load, so a start doesn't wait for them. */
const loadEngine = () => import('./run-turn.ts');

async function answer(services: TurnServices, run: TurnRun): Promise<void> {
  const { runTurn } = await loadEngine();
  await runTurn(services, run);
}

async function beginWhenFree(
  { db, signals }: TurnsOptions,
  said: Said,
  signal: AbortSignal,
): Promise<BegunTurn | undefined> {
  const listener = signals.listen(said.runId);
  signal.addEventListener('abort', listener.close);
  try {
    for (;;) {
      const begun = await db.transaction().execute((transaction) => tryBeginTurn(transaction, said));
      if (begun === 'reject') return undefined;
      if (begun !== 'wait') return begun;
      await listener.wait();
      signal.throwIfAborted();
    }
  } finally {
    signal.removeEventListener('abort', listener.close);
    listener.close();
  }
}
