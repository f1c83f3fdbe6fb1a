import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { runCli } from '../helpers/judge-target.ts';

// Each is what the tool wrote of one session with the reference deployment, but for cookies and most headers.
const captures = ['firefox', 'mitmproxy', 'mitmproxy-streamed', 'playwright'] as const;

function fileOf(name: string): string {
  return fileURLToPath(new URL(`captures/${name}.har`, import.meta.url));
}

async function judge(...files: readonly string[]): Promise<{ report: Report; progress: string }> {
  const { out, progress } = await runCli(['judge', '--har', ...files, '--json']);
  return { report: JSON.parse(out), progress };
}

const passedIn = ({ rules }: Report): readonly string[] =>
  rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);

describe.each(captures)('what %s captured', (name) => {
  test('brings no finding to the reference deployment', async () => {
    const { report } = await judge(fileOf(name));
    expect(report.findings).toEqual([]);
  });
});

test('the same rules are seen by whichever tool kept the bodies', async () => {
  const [firefox, mitmproxy, playwright] = await Promise.all(
    ['firefox', 'mitmproxy', 'playwright'].map(async (name) => passedIn((await judge(fileOf(name))).report)),
  );
  expect(mitmproxy).toEqual(playwright);
  expect(firefox).toContain('ndjson.lines-are-json');
  expect(firefox).toContain('run.get-is-message-array');
});

test('mitmproxy writes nothing for a body that it streamed, which is told', async () => {
  const { report, progress } = await judge(fileOf('mitmproxy-streamed'));
  expect(progress).toMatch(/\d+ lack the body of their answer/);
  expect(passedIn(report).length).toBeLessThan(20);
});

test('a session that two tools captured at once is one', async () => {
  const [both, one, other] = [
    await judge(fileOf('mitmproxy'), fileOf('playwright')),
    await judge(fileOf('mitmproxy')),
    await judge(fileOf('playwright')),
  ];
  expect(both.report.findings).toEqual([]);
  const { requests } = both.report.summary;
  expect(requests).toBeLessThan(one.report.summary.requests + other.report.summary.requests);
  expect(both.progress).toContain('captured twice');
});

test('several files are given in a row, and one may be packed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'captures-'));
  const packed = join(folder, 'firefox.har.gz');
  await writeFile(packed, gzipSync(await readFile(fileOf('firefox'))));
  const [both, plain] = [
    await judge(packed, fileOf('mitmproxy')),
    await judge(fileOf('firefox'), fileOf('mitmproxy')),
  ];
  expect(both.report.summary.requests).toBe(plain.report.summary.requests);
  expect(passedIn(both.report)).toEqual(passedIn(plain.report));
  await rm(folder, { recursive: true });
});
