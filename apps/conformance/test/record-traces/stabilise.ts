import { isDeepStrictEqual } from 'node:util';
import type { Exchange, RecordedResponse } from '../../src/exchanges/exchange.ts';
import type { Spec } from '../../src/spec/spec.ts';
import { judgeTrace, type Trace } from '../helpers/trace.ts';
import { fewest } from './fewest.ts';
import type { Recorded } from './minimise.ts';
import { type Exchanges, shorten, shortenBackground } from './shorten.ts';

type Change = (exchanges: Exchanges) => Exchanges;

/** Makes the same trace of each recording of the same, and cuts what is long and not needed. */
export function stabilise(recorded: Recorded, spec: Spec): Trace {
  const expect = judgeTrace(recorded, spec);
  const holds = (exchanges: Exchanges): boolean =>
    isDeepStrictEqual(judgeTrace({ ...recorded, exchanges }, spec), expect);
  const needed = fewest(recorded.exchanges, holds);
  const simpler = changes.reduce((exchanges, change) => {
    const changed = change(exchanges);
    return holds(changed) ? changed : exchanges;
  }, needed);
  const exchanges = shorten(simpler, holds);
  const background = shortenBackground(recorded.background, (changed) =>
    isDeepStrictEqual(judgeTrace({ ...recorded, exchanges, background: changed }, spec), expect),
  );
  return { ...recorded, expect, background, exchanges };
}

const changes: readonly Change[] = [
  (all) => all.map((one) => without(transportHeaders, one)),
  // Where it matters what time it is by the server's clock.
  (all) => all.map((one) => without(allButDate, one)),
  (all) => all.map(inOnePiece),
  (all) => all.map((one, index) => ({ ...one, id: index + 1 })),
  rankTimes,
  // Where it matters how far apart they are.
  roundTimes,
  changeText(renameOrigin),
  changeText(renameNonce),
  changeText(renameUuids),
  changeText(renameDates),
  // Where it matters how many days there are before today.
  changeText(shiftDays),
  changeText((text) => text.replaceAll(repeated, '$1$1$1')),
];

/** The same few characters again and again, as in texts that are long for a purpose. */
const repeated = /(.{1,12}?)\1{19,}/gu;

const transportHeaders = new Set(
  'date connection keep-alive transfer-encoding content-length server'.split(' '),
);

const allButDate = new Set([...transportHeaders].filter((name) => name !== 'date'));

/** An answer without what comes of how it travelled. */
function without(dropped: ReadonlySet<string>, { response, ...others }: Exchange): Exchange {
  if (response === undefined) return others;
  const headers = response.headers
    .filter(([name]) => !dropped.has(name))
    // Servers differ in the space before a charset.
    .map(([name, value]) => [name, value.replaceAll(/;\s+/g, ';')] as const);
  return { ...others, response: { ...response, headers } };
}

function inOnePiece({ response, ...others }: Exchange): Exchange {
  return {
    ...others,
    ...(response && { response: { ...response, body: { ...response.body, chunks: [] } } }),
  };
}

function roundTimes(exchanges: Exchanges): Exchanges {
  return withTimes(exchanges, Math.round);
}

/** The moments keep their order, and come 10 ms after one another. */
function rankTimes(exchanges: Exchanges): Exchanges {
  const times = exchanges.flatMap(({ sentAt, response, transportError }) =>
    [sentAt, response?.headersAt, response?.endedAt, transportError?.at].filter((at) => at !== undefined),
  );
  const inOrder = [...new Set(times)].sort((a, b) => a - b);
  const ranks = new Map(inOrder.map((at, index) => [at, index * 10]));
  return withTimes(exchanges, (at) => ranks.get(at) ?? at);
}

function withTimes(exchanges: Exchanges, timeOf: (at: number) => number): Exchanges {
  return exchanges.map(({ response, transportError, ...others }) => ({
    ...others,
    sentAt: timeOf(others.sentAt),
    ...(response && { response: withAnswerTimes(response, timeOf) }),
    ...(transportError && { transportError: { ...transportError, at: timeOf(transportError.at) } }),
  }));
}

function withAnswerTimes(response: RecordedResponse, timeOf: (at: number) => number): RecordedResponse {
  const { headersAt, endedAt, body } = response;
  const chunks = body.chunks.map(({ at, bytes }) => ({ at: timeOf(at), bytes }));
  return { ...response, headersAt: timeOf(headersAt), endedAt: timeOf(endedAt), body: { ...body, chunks } };
}

/** All that is text in a trace, whether in a body or not, changes alike. */
function changeText(change: (text: string) => string): Change {
  return (exchanges) => JSON.parse(change(JSON.stringify(exchanges)));
}

function renameOrigin(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'target.test');
}

/** What is new in each run stands at the end of the texts that are written, and in the markers of messages. */
function renameNonce(text: string): string {
  const nonce = /\[([0-9a-f]{8})\d*\]|conformance [a-z0-9 ]+? ([0-9a-f]{8})/
    .exec(text)
    ?.slice(1)
    .find(Boolean);
  if (nonce === undefined) return text;
  return renamed(text, new RegExp(`${nonce}\\d*`, 'g'), (number) => `abcdef${number}`);
}

function renameUuids(text: string): string {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return renamed(text, uuid, (number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`);
}

const clock = /\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g;
const clockOfTraces = 'Thu, 01 Jan 2026 00:00:00 GMT';

/** Moments of the recording become seconds of one day, in the same order. Others were sent for a purpose. */
function renameDates(text: string): string {
  // In an address a colon may be encoded.
  const moment = new RegExp(`${today()}T\\d\\d(:|%3A)\\d\\d\\1\\d\\d(\\.\\d+)?`, 'g');
  const decoded = (one: string): string => one.replaceAll('%3A', ':');
  const inOrder = [...new Set((text.match(moment) ?? []).map(decoded))].sort();
  const nameOf = (one: string): string => {
    const name = `2026-01-01T00:00:${`${inOrder.indexOf(decoded(one))}`.padStart(2, '0')}.000`;
    return one.includes('%3A') ? name.replaceAll(':', '%3A') : name;
  };
  return text.replaceAll(moment, nameOf).replaceAll(today(), firstDay).replaceAll(clock, clockOfTraces);
}

const firstDay = '2026-01-01';

/** All days as far from the first of January as they were from today. */
function shiftDays(text: string): string {
  const shift = Date.parse(firstDay) - Date.parse(today());
  return text
    .replaceAll(/\d{4}-\d\d-\d\d/g, (day) => new Date(Date.parse(day) + shift).toISOString().slice(0, 10))
    .replaceAll(clock, clockOfTraces);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Each different text becomes another name, numbered in the order in which they come. */
function renamed(text: string, found: RegExp, nameOf: (number: number) => string): string {
  const names = new Map<string, string>();
  return text.replaceAll(found, (one) => {
    const name = names.get(one) ?? nameOf(names.size + 1);
    names.set(one, name);
    return name;
  });
}
