import { spawnSync } from 'node:child_process';
import type { Kept } from '../../src/report/curl-filter.ts';
import { verdictLines } from '../../src/report/curl-verdict.ts';
import type { Departure } from '../../src/verdicts/findings/finding.ts';
import { exchangeOf } from './exchange-of.ts';

export interface Told {
  readonly finding: Departure;
  /** What the recorded answer held. */
  readonly recorded: string;
  readonly url?: string;
  readonly lasts?: string;
  readonly cameAbout?: string;
}

/** The exit code of a script that was answered so, headers and status included. */
export function exitCodeOf(
  { finding, recorded, url, lasts, cameAbout }: Told,
  status: number,
  body: string,
  header = 'content-type: application/json',
): number | null {
  const request = { method: 'GET', url: url ?? 'http://target.test/me/bundles' };
  const kept: Kept = {
    exchange: exchangeOf({ request, body: recorded }),
    others: [],
    variableOf: (value) => (value === '17' ? 'ID_1' : undefined),
    isSent: (value) => value === 'sent',
    lasts,
    cameAbout,
  };
  const answer = `HTTP/1.1 ${status}\r\n${header}\r\n\r\n${body}\n${status}`;
  const env = { PATH: process.env.PATH, ANSWER: answer, STATUS: `${status}`, ID_1: '41' };
  return spawnSync('bash', ['-c', verdictLines(finding, kept).join('\n')], { env }).status;
}
