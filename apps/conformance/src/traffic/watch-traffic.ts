import { hiddenHeaders } from '../deployment/connection.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { createRecentMasks } from '../exchanges/mask-texts.ts';
import { createRedactor } from '../exchanges/redact.ts';
import type { Plan } from '../plan/plan.ts';
import type { Spec } from '../spec/spec.ts';
import { createBatchJudge } from '../verdicts/judge-batches.ts';
import { atOnce, type Steps } from '../verdicts/steps.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { createBatchBounds } from './batch-bounds.ts';
import { createCallers } from './callers.ts';
import type { Captured } from './captured.ts';
import { routeFinder } from './find-route.ts';
import { createTrafficReader } from './read-traffic.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import { nothingRead, type TrafficCount } from './traffic-count.ts';

/** Judges what others send, while it comes. */
export interface TrafficWatch {
  readonly saw: (captured: Captured) => void;
  /** What is seen by now, the batch under way with it. */
  readonly verdictsByNow: () => readonly Verdict[];
  /** The same two, step by step; between two steps nothing else may be asked for. */
  readonly inSteps: {
    readonly saw: (captured: Captured) => Steps<void>;
    readonly verdictsByNow: () => Steps<readonly Verdict[]>;
  };
  /** Ends the batch under way and gives all verdicts. */
  readonly verdicts: () => readonly Verdict[];
  /** The exchanges by which the findings can be shown, and all of the batch under way. */
  readonly shown: () => readonly Exchange[];
  readonly count: () => TrafficCount;
  /** When the first request was sent and the last answer ended, in ms since 1970; undefined where there was none. */
  readonly span: () => { readonly from: number; readonly until: number } | undefined;
}

export interface WatchOptions {
  readonly spec: Spec;
  readonly plan: Plan;
  readonly deployment: Pick<
    Deployment,
    'agentsUrl' | 'baseUrl' | 'credentials' | 'stateToken' | 'connection' | 'traffic'
  >;
  /** How the deployment calls things, as far as that is told. */
  readonly fieldMapping: FieldMapping;
  /** For the pseudonyms of callers; kept nowhere. */
  readonly key: Uint8Array;
  /** Gets every exchange that is judged, without any secret. */
  readonly record: (exchange: Exchange) => void;
  /** What is taken out before anything is judged or recorded; nothing by default. */
  readonly redaction?: Redaction | undefined;
  /** False for one that only records; true by default. */
  readonly judges?: boolean | undefined;
}

/** Of the secrets of others, in all spellings; they are learned again wherever they show. */
const mostSpellings = 40_000;

export function createTrafficWatch(options: WatchOptions): TrafficWatch {
  const { spec, plan, deployment, fieldMapping, key, record, judges = true } = options;
  const { agentsUrl, baseUrl, credentials, stateToken, traffic } = deployment;
  const judge = createBatchJudge(plan.rules, backgroundOf(plan, spec.operations));
  let reader: ReturnType<typeof createTrafficReader> | undefined;
  let span: { from: number; until: number } | undefined;
  const isFull = createBatchBounds();
  let batch: Exchange[] = [];
  const begin = (began: number): ReturnType<typeof createTrafficReader> =>
    createTrafficReader({
      findRoute: routeFinder(spec.operations, { workers: agentsUrl, user: baseUrl }),
      callers: createCallers(key, deployment),
      fieldMapping,
      spec,
      consistencyWindowMs: plan.consistencyWindowMs,
      redactor: createRedactor(
        [
          ...Object.values(credentials),
          ...Object.values(traffic?.users ?? {}).flat(),
          ...hiddenHeaders(deployment.connection),
          stateToken,
        ],
        createRecentMasks(mostSpellings),
      ),
      redaction: createRedaction(options.redaction ?? [], key),
      began,
    });
  function* close(goesOn: boolean): Steps<void> {
    yield* judge.inSteps.close(batch, { goesOn });
    batch = [];
  }
  function* saw(captured: Captured): Steps<void> {
    reader ??= begin(captured.sentAt);
    const exchange = reader.take(captured);
    if (exchange === undefined) return;
    const { sentAt, response } = captured;
    span = {
      from: Math.min(span?.from ?? sentAt, sentAt),
      until: Math.max(span?.until ?? sentAt, response?.endedAt ?? sentAt),
    };
    record(exchange);
    if (!judges) return;
    batch.push(exchange);
    if (isFull(exchange)) yield* close(true);
  }
  // A copy, since the judge takes the same array for the same exchanges.
  const verdictsByNow = (): Steps<readonly Verdict[]> => judge.inSteps.peek([...batch], { goesOn: true });
  return {
    saw: (captured) => atOnce(saw(captured)),
    verdictsByNow: () => atOnce(verdictsByNow()),
    inSteps: { saw, verdictsByNow },
    verdicts: () => {
      atOnce(close(false));
      return judge.verdicts();
    },
    shown: () => [...judge.shown(), ...batch],
    count: () => reader?.count() ?? nothingRead,
    span: () => span,
  };
}
