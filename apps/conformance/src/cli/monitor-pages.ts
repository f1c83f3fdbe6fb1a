import type { Histogram, HistogramReading } from '../proxy/histogram.ts';
import type { MonitorPage } from '../proxy/open-monitor.ts';
import { formatForPrometheus, type MetricFamily, prometheusType } from '../report/formats/prometheus.ts';
import { nothingRead } from '../traffic/traffic-count.ts';
import type { JudgeState } from './judge-messages.ts';
import type { OpenJudge } from './open-judge.ts';

/** `/metrics` for Prometheus, and the report by now at `/findings`. */
export function pagesOf(judge: OpenJudge, latency: Histogram): readonly MonitorPage[] {
  return [
    {
      path: '/metrics',
      type: prometheusType,
      read: async () => {
        const state = await judge.state();
        const facts = { dropped: judge.dropped(), isUp: judge.isUp() };
        return formatForPrometheus(familiesOf(state, latency.read(), facts));
      },
    },
    { path: '/findings', type: 'text/html; charset=utf-8', read: judge.page },
  ];
}

const prefix = 'agent_conformance';

function familiesOf(
  state: JudgeState | undefined,
  latency: HistogramReading,
  { dropped, isUp }: { readonly dropped: number; readonly isUp: boolean },
): readonly MetricFamily[] {
  const { judged, elsewhere, noOperation, extended, copies } = state?.count ?? nothingRead;
  const outcomes = { judged, elsewhere, no_operation: noOperation, extended, copies };
  return [
    {
      name: `${prefix}_exchanges_total`,
      help: 'Exchanges by what became of them; no_operation counts those for which the contract has no operation.',
      type: 'counter',
      samples: labelled('outcome', outcomes),
    },
    {
      name: `${prefix}_findings_total`,
      help: 'Findings by the rule that is broken, at most 1000 for each of its checks.',
      type: 'counter',
      samples: labelled('rule', state?.findings ?? {}),
    },
    {
      name: `${prefix}_verdicts`,
      help: 'Rules by their verdict.',
      type: 'gauge',
      samples: labelled('verdict', state?.verdicts ?? {}),
    },
    {
      name: `${prefix}_dropped_recordings_total`,
      help: 'Exchanges that were neither judged nor recorded, since the judge could not follow or is gone.',
      type: 'counter',
      samples: [{ value: dropped }],
    },
    {
      name: `${prefix}_judge_up`,
      help: 'Whether the judge runs.',
      type: 'gauge',
      samples: [{ value: Number(isUp) }],
    },
    {
      name: `${prefix}_added_latency_seconds`,
      help: 'What the proxy adds to an exchange: until the request is sent on, and from the head of the answer until it is passed on.',
      type: 'histogram',
      samples: [
        ...latency.buckets.map(({ atMost, count }) => ({
          suffix: '_bucket',
          labels: { le: `${atMost}` },
          value: count,
        })),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: latency.count },
        { suffix: '_sum', value: latency.sum },
        { suffix: '_count', value: latency.count },
      ],
    },
  ];
}

function labelled(label: string, values: Readonly<Record<string, number>>): MetricFamily['samples'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
