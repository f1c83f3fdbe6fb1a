/** A family of metrics in the text format 0.0.4 of Prometheus. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

interface Sample {
  /** After the family's name, as `_bucket`. */
  readonly suffix?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly value: number;
}

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

export function formatForPrometheus(families: readonly MetricFamily[]): string {
  return families
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ suffix = '', labels = {}, value }) => `${name}${suffix}${inBraces(labels)} ${value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
