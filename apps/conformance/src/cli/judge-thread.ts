import { appendFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { TargetError, UsageError } from '../deployment/errors.ts';
import { toCaptured } from '../proxy/to-captured.ts';
import type { LiveFinding } from '../report/live-finding.ts';
import type { VerdictKind } from '../verdicts/verdict.ts';
import { createGiveWay } from './give-way.ts';
import { createSlices } from './in-slices.ts';
import type { FromJudge, JudgeOrder, JudgeState, ToJudge } from './judge-messages.ts';
import { readSpecApart } from './read-apart.ts';
import { tellCost } from './redaction-options.ts';
import { createTeller } from './tell-findings.ts';
import { type WatchedTarget, watchTarget } from './watch-target.ts';

// The thread of `proxy` and `record` that reads, records and judges, so that the traffic never waits for it.

/** Looking takes a tenth of the time at most; what comes meanwhile waits for the next look. */
const shortestWaitMs = 500;
const restPerWork = 9;

// Only openJudge starts this file, and gives it an order.
const order = workerData as JudgeOrder;
const tell = (message: FromJudge): void => parentPort?.postMessage(message);
const terminal = {
  out: (text: string) => tell({ kind: 'out', text }),
  progress: (text: string) => tell({ kind: 'progress', text }),
  colour: order.colour,
};

try {
  await work();
} catch (error) {
  if (error instanceof UsageError) tell({ kind: 'refused', message: error.message });
  else if (error instanceof TargetError)
    tell({ kind: 'refused', message: error.message, whose: error.whose });
  else throw error;
}

async function work(): Promise<void> {
  const { waivers, targetVersion, judges } = order;
  const watched = await watchTarget({ ...order, spec: await readSpecApart() });
  const { watch } = watched;
  tellCost(watched.plan, terminal);
  const tellNews = createTeller({ progress: terminal.progress, onFinding: appending(order.findings) });
  const giveWay = createGiveWay();
  let asked = 0;
  const inSlices = createSlices(() => asked > 0);
  // One after the other; what one throws ends the thread, which who started it notices.
  let turn = Promise.resolve();
  const next = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work);
    return turn;
  };
  const look = soon(() => next(async () => tellNews(watch, await inSlices(watch.inSteps.verdictsByNow()))));
  const answer = async (message: ToJudge): Promise<void> => {
    switch (message.kind) {
      case 'passed':
        giveWay.saw(message.passed.length);
        for (const { passed, gaps } of message.passed)
          await inSlices(watch.inSteps.saw({ ...toCaptured(passed), gaps }));
        tell({ kind: 'taken', count: message.passed.length });
        if (judges) look();
        return;
      case 'state':
        tell({ kind: 'state', state: stateOf(watched) });
        return;
      case 'page': {
        const { toReport } = await import('./report-traffic.ts');
        const { formatAsHtml } = await import('../report/formats/html/page.ts');
        const report = await toReport({
          ...watched,
          waivers,
          targetVersion,
          verdicts: watch.verdictsByNow(),
        });
        tell({ kind: 'page', page: await formatAsHtml(report) });
        return;
      }
      case 'end':
        giveWay.over();
        tell({ kind: 'ended', exitCode: await end(watched, message.dropped, tellNews) });
    }
  };
  parentPort?.on('message', async (message: ToJudge) => {
    const isAsked = message.kind !== 'passed';
    if (isAsked) asked += 1;
    await next(() => answer(message));
    if (isAsked) asked -= 1;
  });
  tell({ kind: 'ready' });
}

/** Does some work a while after it was asked for, once for all that ask meanwhile. */
function soon(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let waitMs = shortestWaitMs;
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(async () => {
      const began = performance.now();
      await work();
      timer = undefined;
      waitMs = Math.max(shortestWaitMs, restPerWork * (performance.now() - began));
    }, waitMs);
  };
}

/** Gives the exit code. What reports is loaded now: the traffic may go on for days without it. */
async function end(
  watched: WatchedTarget,
  dropped: number,
  tellNews: ReturnType<typeof createTeller>,
): Promise<number> {
  const { folder, judges, json, waivers, targetVersion, findings } = order;
  if (judges) {
    const { reportTraffic } = await import('./report-traffic.ts');
    return reportTraffic({
      ...watched,
      waivers,
      targetVersion,
      json,
      // Standard output has lines of JSON, and nothing else.
      terminal: findings === '-' ? { ...terminal, out: terminal.progress } : terminal,
      dropped,
      onVerdicts: (verdicts) => tellNews(watched.watch, verdicts),
    });
  }
  watched.results?.close();
  const left = dropped === 0 ? '' : ` ${dropped} more could not be followed.`;
  terminal.progress(
    `${watched.watch.count().judged} exchanges recorded.${left} Judge them: agent-conformance judge ${folder}\n`,
  );
  return 0;
}

/** Appends, so that one that was started again goes on where it was. */
function appending(file: string | undefined): ((finding: LiveFinding) => void) | undefined {
  if (file === undefined) return undefined;
  const append = (text: string): void => (file === '-' ? terminal.out(text) : appendFileSync(file, text));
  try {
    append('');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--findings ${file} can't be written: ${why}`, { cause });
  }
  return (finding) => append(`${JSON.stringify(finding)}\n`);
}

function stateOf({ watch }: WatchedTarget): JudgeState {
  const verdicts = order.judges ? watch.verdictsByNow() : [];
  const count = (kind: VerdictKind): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  return {
    count: watch.count(),
    verdicts: {
      passed: count('passed'),
      failed: count('failed'),
      inconclusive: count('inconclusive'),
      'not-observed': count('not-observed'),
    },
    findings: Object.fromEntries(
      verdicts.flatMap(({ rule, findings }) => (findings.length === 0 ? [] : [[rule, findings.length]])),
    ),
  };
}
