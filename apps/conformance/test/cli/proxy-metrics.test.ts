import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standBefore } from '../helpers/stand-before.ts';
import { browse } from '../traffic/clients.ts';

interface Page {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

let folder: string;
/** Of a deployment of which one list is no JSON, after a client looked round. */
let [metrics, findings, lost]: Page[] = [];
let exchanges: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-metrics-'));
  let asked = 0;
  const { access, progress, end } = await standBefore(['proxy', '--metrics', '127.0.0.1:0'], folder, {
    wrap: (fetch) => async (request) => {
      asked += 1;
      const response = await fetch(request);
      return request.url.endsWith('/me/agents') && response.ok
        ? new Response('<script>alert(1)</script>')
        : response;
    },
  });
  await browse(access);
  exchanges = asked;
  const [, origin] = /Metrics: (http:\S+)\/metrics/.exec(progress()) ?? [];
  const read = async (path: string): Promise<Page> => {
    let response = await fetch(`${origin}${path}`);
    // What a busy judge answers, and what it says to do then.
    while (response.status === 503) {
      expect(await response.text()).toBe('The judge is busy or gone. Ask again in a moment.\n');
      response = await fetch(`${origin}${path}`);
    }
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  [metrics, findings, lost] = [await read('/metrics'), await read('/findings'), await read('/me/agents')];
  expect((await end()).exitCode).toBe(1);
});
afterAll(() => rm(folder, { recursive: true }));

const sample =
  /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\["\\n])*",?)*)\})? (\+Inf|-?\d+(?:\.\d+)?(?:e-?\d+)?)$/;

interface Family {
  readonly name: string;
  readonly type: string | undefined;
  readonly samples: readonly string[];
}

/** What stands from one line of help to the next. */
function toFamily(text: string): Family {
  const [help = '', type = '', ...samples] = text.trimEnd().split('\n');
  const [name = ''] = help.split(' ');
  expect(type.startsWith(`# TYPE ${name} `)).toBe(true);
  return { name, type: type.split(' ').at(-1), samples };
}

describe('/metrics', () => {
  const valuesOf = (name: string): ReadonlyMap<string, number> =>
    new Map(
      (metrics?.text ?? '').split('\n').flatMap((line) => {
        const [, own, labels = '', value] = sample.exec(line) ?? [];
        return own === `agent_conformance_${name}` ? [[labels, Number(value)] as const] : [];
      }),
    );

  test('is in the text format of Prometheus', () => {
    expect(metrics).toMatchObject({ status: 200, type: expect.stringContaining('version=0.0.4') });
    const text = metrics?.text ?? '';
    expect(text.endsWith('\n')).toBe(true);
    const families = text.split('# HELP ').slice(1).map(toFamily);
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
    for (const { name, type, samples } of families) {
      expect(['counter', 'gauge', 'histogram']).toContain(type);
      if (type === 'counter') expect(name).toMatch(/_total$/);
      expect(new Set(samples.map((one) => one.replace(/ \S+$/, ''))).size).toBe(samples.length);
      const suffixes = type === 'histogram' ? '_(?:bucket|sum|count)' : '';
      for (const one of samples) {
        expect(one).toMatch(sample);
        expect(one).toMatch(new RegExp(`^${name}${suffixes}[{ ]`));
      }
    }
  });

  test('counts exchanges, findings by rule, verdicts and what was dropped', () => {
    const outcomes = valuesOf('exchanges_total');
    expect([...outcomes.values()].reduce((sum, one) => sum + one, 0)).toBe(exchanges);
    expect(outcomes.get('outcome="judged"')).toBeGreaterThan(exchanges / 2);
    expect(outcomes.get('outcome="no_operation"')).toBe(0);
    expect([...valuesOf('findings_total').keys()]).toContain('rule="agents.list"');
    expect(valuesOf('verdicts').get('verdict="failed"')).toBeGreaterThan(0);
    expect(valuesOf('dropped_recordings_total').get('')).toBe(0);
    expect(valuesOf('judge_up').get('')).toBe(1);
  });

  test('has the added latency of every exchange in buckets that hold those before them', () => {
    const buckets = [...valuesOf('added_latency_seconds_bucket').values()];
    expect(buckets).toEqual(buckets.toSorted((one, other) => one - other));
    expect(buckets.at(-1)).toBe(exchanges);
    expect(valuesOf('added_latency_seconds_count').get('')).toBe(exchanges);
  });
});

test('/findings is the report by now, as a page that runs nothing and fits light, dark and narrow screens', () => {
  expect(findings).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  const text = findings?.text ?? '';
  expect(text).toContain('agents.list');
  expect(text).not.toMatch(/<script/i);
  expect(text).toContain('name="viewport" content="width=device-width');
  expect(text).toContain('name="color-scheme" content="light dark"');
  const errors: string[] = [];
  parse(text, { onParseError: ({ code }) => errors.push(code) });
  expect(errors).toEqual([]);
});

test('no path of the deployment is served there', () => {
  expect(lost).toMatchObject({ status: 404, text: 'There is /metrics and /findings.\n' });
});
