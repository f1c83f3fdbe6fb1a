import type { Agent } from '../store/agent-repository.ts';
import { insertRun, type Run } from '../store/run-repository.ts';
import { type BegunTurn, tryBeginTurn } from './begin-turn.ts';
import type { TurnServices } from './run-turn.ts';
import { createTurnLog, type TurnLog } from './turn-log.ts';
import type { TurnWaits } from './turn-waits.ts';

/** A turn that is being answered, for a client to follow or leave. */
export interface FollowedTurn {
  runId: string;
  log: TurnLog;
}

/** Starts and continues conversations; each answer goes on to its end whether or not a client listens. */
export interface Turns {
  start(agent: Agent, message: string): Promise<FollowedTurn>;
  /** @returns undefined when a background job runs; then nothing was added. */
  continue(
    run: Run,
    request: { agent: Agent; message: string; signal: AbortSignal },
  ): Promise<FollowedTurn | undefined>;
  /** Loads what the first turn would otherwise wait for. */
  warmUp(): Promise<void>;
  /** Lets running turns end within the time, then interrupts the rest. */
  close(graceMilliseconds: number): Promise<void>;
}

export interface TurnsOptions extends TurnServices {
  /** Tells this process's turns from those of others. */
  ownerId: string;
  waits: TurnWaits;
}

/** The model libraries take a tenth of a second to load, so a start doesn't wait for them. */
const loadEngine = () => import('./run-turn.ts');

export function createTurns(options: TurnsOptions): Turns {
  const { db, ownerId, waits } = options;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  function launch(turn: BegunTurn, agent: Agent): FollowedTurn {
    const log = createTurnLog();
    const run = { turn, instructions: agent.prompt, log, signal: closing.signal };
    const ended = loadEngine()
      .then(({ runTurn }) => runTurn(options, run))
      .finally(() => {
        running.delete(ended);
        waits.announceEnd(turn.runId);
      });
    running.add(ended);
    return { runId: turn.runId, log };
  }

  return {
    async start(agent, message) {
      const run = { id: crypto.randomUUID(), agentId: agent.id, userId: agent.userId };
      const turn = await db.transaction().execute(async (transaction) => {
        await insertRun(transaction, run);
        return await tryBeginTurn(transaction, { runId: run.id, ownerId, message });
      });
      if (typeof turn === 'string') throw new Error(`A new run can't ${turn}.`);
      return launch(turn, agent);
    },
    async continue(run, { agent, message, signal }) {
      for (;;) {
        const turn = await db
          .transaction()
          .execute((transaction) => tryBeginTurn(transaction, { runId: run.id, ownerId, message }));
        if (turn === 'reject') return undefined;
        if (turn !== 'wait') return launch(turn, agent);
        await waits.wait(run.id, AbortSignal.any([signal, closing.signal]));
      }
    },
    async warmUp() {
      await loadEngine();
    },
    async close(graceMilliseconds) {
      const timer = setTimeout(() => closing.abort(), graceMilliseconds);
      await Promise.all(running);
      clearTimeout(timer);
      closing.abort();
    },
  };
}
