import { Worker } from 'node:worker_threads';
import { UsageError } from '../deployment/errors.ts';
import type { Captured } from '../traffic/captured.ts';
import { charactersOf, createSampling } from '../traffic/sampling.ts';
import type { FromJudge, JudgeOrder, JudgeState, ToJudge } from './judge-messages.ts';
import { maxYoungGenerationSizeMb, threadFile, troubleExitCode } from './own-thread.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** Judges in a thread of its own; whatever becomes of it, nothing here throws or waits. */
export interface OpenJudge {
  /** Takes in what came through, or drops it where the judge can't follow. */
  readonly saw: (captured: Captured) => void;
  /** How many were dropped, because the judge could not follow or is gone. */
  readonly dropped: () => number;
  readonly isUp: () => boolean;
  /** As it stands now, or stood when it was last told where the judge is busy for long; undefined before that. */
  readonly state: () => Promise<JudgeState | undefined>;
  /** The report by now, as a page; undefined where none comes in time. */
  readonly page: () => Promise<string | undefined>;
  /** Judges what still waits, and tells the verdict; gives the exit code. */
  readonly end: () => Promise<number>;
  /** Ends it without a verdict. */
  readonly close: () => Promise<void>;
}

/** Who asks does not wait longer for a judge that is busy. */
const patienceMs = 2_000;

/**
 * Starts the judge, and waits until it is ready.
 *
 * @param thread the file that it runs
 * @throws UsageError for what the judge refuses, such as a results folder that can't be written
 */
export async function openJudge(
  order: JudgeOrder,
  terminal: Pick<TerminalStreams, 'out' | 'progress'>,
  thread: URL = threadFile('judge-thread'),
): Promise<OpenJudge> {
  const worker = new Worker(thread, { workerData: order, resourceLimits: { maxYoungGenerationSizeMb } });
  const takes = createSampling();
  const weights: number[] = [];
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  let [isUp, dropped, characters] = [true, 0, 0];
  let latest: JudgeState | undefined;
  const waiting = { state: [], page: [] } as Record<'state' | 'page', ((told: FromJudge) => void)[]>;
  const tell = (message: ToJudge): void => worker.postMessage(message);
  const fail = (why: string): void => {
    if (!isUp) return;
    isUp = false;
    terminal.progress(`The judge failed; the traffic goes on. ${why}\n`);
    dropped += weights.splice(0).length;
    ready.reject(new Error(why));
    ended.resolve(troubleExitCode);
  };
  const hear = (message: FromJudge): void => {
    switch (message.kind) {
      case 'taken':
        characters -= weights.shift() ?? 0;
        return;
      case 'out':
      case 'progress':
        terminal[message.kind](message.text);
        return;
      case 'ready':
        ready.resolve();
        return;
      case 'refused':
        ready.reject(new UsageError(message.message));
        return;
      case 'ended':
        ended.resolve(message.exitCode);
        return;
      default:
        if (message.kind === 'state') latest = message.state;
        for (const take of waiting[message.kind].splice(0)) take(message);
    }
  };
  worker.on('message', hear);
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => fail('It ended by itself.'));
  const ask = async (kind: 'state' | 'page'): Promise<FromJudge | undefined> => {
    if (!isUp) return undefined;
    const answer = Promise.withResolvers<FromJudge | undefined>();
    waiting[kind].push(answer.resolve);
    const timer = setTimeout(() => answer.resolve(undefined), patienceMs);
    tell({ kind });
    const told = await answer.promise;
    clearTimeout(timer);
    return told;
  };
  const close = async (): Promise<void> => {
    isUp = false;
    await worker.terminate();
  };
  await ready.promise.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    saw: (captured) => {
      if (!isUp || !takes(captured, { exchanges: weights.length, characters })) {
        dropped += 1;
        return;
      }
      const weight = charactersOf(captured);
      weights.push(weight);
      characters += weight;
      tell({ kind: 'captured', captured });
    },
    dropped: () => dropped,
    isUp: () => isUp,
    state: async () => {
      await ask('state');
      return latest;
    },
    page: async () => {
      const told = await ask('page');
      return told?.kind === 'page' ? told.page : undefined;
    },
    close,
    end: async () => {
      if (isUp) tell({ kind: 'end', dropped });
      const exitCode = await ended.promise;
      await close();
      return exitCode;
    },
  };
}
