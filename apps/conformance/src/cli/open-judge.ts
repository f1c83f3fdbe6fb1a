import { Worker } from 'node:worker_threads';
import { TargetError, UsageError } from '../deployment/errors.ts';
import type { Onlooker } from '../proxy/open-proxy.ts';
import type { Passed } from '../proxy/passed.ts';
import { createSampling } from '../traffic/sampling.ts';
import type { FromJudge, JudgeOrder, JudgeState, PassedOn, ToJudge } from './judge-messages.ts';
import { threadFile, trafficLimits, troubleExitCode } from './own-thread.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** Judges in a thread of its own; whatever becomes of it, nothing here throws or waits. */
export interface OpenJudge {
  /** Takes in what comes through, or drops it where the judge can't follow. */
  readonly onlooker: Onlooker;
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

/** So many exchanges, and so many characters of them, wait for the judge at the most. */
const mostWaiting = { exchanges: 2_000, characters: 4 * 2 ** 20 } as const;

/** What passed goes to the judge in one message with others: so many, or all that came in so many ms. */
const together = { exchanges: 64, ms: 20 } as const;

/**
 * Starts the judge, and waits until it is ready.
 *
 * @param thread the file that it runs
 * @throws UsageError for what the judge refuses, such as a results folder that can't be written; TargetError for trouble
 * with the target
 */
export async function openJudge(
  order: JudgeOrder,
  terminal: Pick<TerminalStreams, 'out' | 'progress'>,
  thread: URL = threadFile('judge-thread'),
): Promise<OpenJudge> {
  const worker = new Worker(thread, { workerData: order, resourceLimits: trafficLimits });
  const queue = createQueue((passed) => worker.postMessage({ kind: 'passed', passed } satisfies ToJudge));
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  let [isUp, dropped] = [true, 0];
  let latest: JudgeState | undefined;
  const waiting = { state: [], page: [] } as Record<'state' | 'page', ((told: FromJudge) => void)[]>;
  const fail = (why: string): void => {
    if (!isUp) return;
    isUp = false;
    terminal.progress(`The judge failed; the traffic goes on. ${why}${whatIsLeft(order)}\n`);
    dropped += queue.clear();
    ready.reject(new Error(why));
    ended.resolve(troubleExitCode);
  };
  const hear = (message: FromJudge): void => {
    switch (message.kind) {
      case 'taken':
        queue.taken(message.count);
        return;
      case 'out':
      case 'progress':
        terminal[message.kind](message.text);
        return;
      case 'ready':
        ready.resolve();
        return;
      case 'refused':
        ready.reject(refusalOf(message));
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
    queue.flush();
    worker.postMessage({ kind } satisfies ToJudge);
    const told = await answer.promise;
    clearTimeout(timer);
    return told;
  };
  const close = async (): Promise<void> => {
    isUp = false;
    queue.clear();
    await worker.terminate();
  };
  await ready.promise.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    onlooker: (credential) => {
      const receive = isUp ? queue.begin(credential) : undefined;
      if (receive === undefined) dropped += 1;
      return (
        receive &&
        ((passed, done) => {
          if (isUp && receive(passed, done)) return;
          dropped += 1;
          done();
        })
      );
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
      queue.flush();
      if (isUp) worker.postMessage({ kind: 'end', dropped } satisfies ToJudge);
      const exitCode = await ended.promise;
      await close();
      return exitCode;
    },
  };
}

function refusalOf({ message, whose }: Extract<FromJudge, { kind: 'refused' }>): Error {
  return whose === undefined ? new UsageError(message) : new TargetError(message, { whose });
}

function whatIsLeft({ folder }: JudgeOrder): string {
  return folder === undefined
    ? ''
    : ` What was recorded until then can be judged: agent-conformance judge ${folder}`;
}

interface Queue {
  /** What takes an exchange in that begins now; undefined where it is left out. Says whether it was taken. */
  readonly begin: (credential: string) => ((passed: Passed, done: () => void) => boolean) | undefined;
  /** So many were worked in. */
  readonly taken: (count: number) => void;
  readonly flush: () => void;
  /** Forgets what waits; gives how many that were. */
  readonly clear: () => number;
}

/** What waits for the judge: sent, and not yet worked in. */
function createQueue(send: (passed: readonly PassedOn[]) => void): Queue {
  const sampling = createSampling();
  let waiting: { readonly characters: number; readonly done: () => void }[] = [];
  let unsent: PassedOn[] = [];
  let [characters, largest] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (unsent.length > 0) send(unsent);
    unsent = [];
  };
  // One long body alone says nothing of how the judge follows: what waits beside it does.
  const adapt = (): void =>
    sampling.adapt(
      Math.max(waiting.length / mostWaiting.exchanges, (characters - largest) / mostWaiting.characters),
    );
  return {
    flush,
    begin: (credential) => {
      const gaps = sampling.begin(credential);
      if (gaps === undefined) return undefined;
      return (passed, done) => {
        if (!sampling.counts(credential, gaps)) return false;
        const size = charactersOf(passed);
        waiting.push({ characters: size, done });
        characters += size;
        largest = Math.max(largest, size);
        unsent.push({ passed, gaps });
        if (unsent.length >= together.exchanges) flush();
        else timer ??= setTimeout(flush, together.ms);
        adapt();
        return true;
      };
    },
    taken: (count) => {
      for (const one of waiting.splice(0, count)) {
        characters -= one.characters;
        one.done();
      }
      largest = waiting.reduce((most, one) => Math.max(most, one.characters), 0);
      adapt();
    },
    clear: () => {
      flush();
      const left = waiting;
      waiting = [];
      [characters, largest] = [0, 0];
      for (const { done } of left) done();
      return left.length;
    },
  };
}

/** About what it takes in memory. */
function charactersOf({ headers, body, answer }: Passed): number {
  const answered = (answer?.headers.length ?? 0) + (answer?.body?.length ?? 0);
  return headers.length + (body?.length ?? 0) + answered + 1_000;
}
