import { randomBytes } from 'node:crypto';
import { loadDeclaration } from '../../src/deployment/declaration/load-declaration.ts';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Captured } from '../../src/traffic/captured.ts';
import { planTraffic } from '../../src/traffic/plan-traffic.ts';
import type { Redaction } from '../../src/traffic/redaction.ts';
import type { TrafficCount } from '../../src/traffic/traffic-count.ts';
import { createTrafficWatch } from '../../src/traffic/watch-traffic.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';

export const agentsUrl = 'http://platform.example/agents';
export const baseUrl = 'http://platform.example';

export interface JudgedTraffic {
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly Verdict[];
  readonly broken: readonly string[];
  readonly passed: readonly string[];
  readonly count: TrafficCount;
}

/** What a config tells besides the addresses. */
export interface ToldOfTraffic
  extends Partial<Pick<Deployment, 'agentsUrl' | 'baseUrl' | 'credentials' | 'traffic' | 'openapi'>> {
  readonly redaction?: Redaction;
  /** How long what was written may take to show, in ms; nothing by default. */
  readonly consistencyWindowMs?: number;
}

/** Judges what was captured, as `judge --har` does. */
export async function judgeCaptured(
  captured: readonly Captured[],
  { redaction = [], ...told }: ToldOfTraffic = {},
): Promise<JudgedTraffic> {
  const spec = await loadSpec();
  const deployment = {
    agentsUrl,
    baseUrl,
    credentials: {},
    fixtures: {},
    consistencyWindowMs: 0,
    stateToken: undefined,
    ...told,
  };
  const exchanges: Exchange[] = [];
  const watch = createTrafficWatch({
    spec,
    fieldMapping: await loadFieldMapping(deployment, spec.operations),
    plan: planTraffic(
      spec,
      deployment,
      await loadDeclaration({ connection: undefined, openapi: undefined, ...deployment }, spec.operations),
    ),
    deployment,
    key: randomBytes(32),
    redaction,
    record: (exchange) => exchanges.push(exchange),
  });
  for (const one of captured) watch.saw(one);
  const verdicts = watch.verdicts();
  const of = (kind: Verdict['verdict']): readonly string[] =>
    verdicts.filter(({ verdict }) => verdict === kind).map(({ rule }) => rule);
  return { exchanges, verdicts, broken: of('failed'), passed: of('passed'), count: watch.count() };
}
