import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Act } from '../../src/spec/resources.ts';
import { resourceCallOf } from '../helpers/resource-call-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

describe('what was written', () => {
  const wrote = (chat_prompt: string) => ({ wrote: { chat_prompt } });
  const shows = (chat_prompt: string) => ({ shows: { chat_prompt } });
  const agentCallOf = (act: Act, sentAt: number, given: Parameters<typeof resourceCallOf>[2]) =>
    resourceCallOf(act, sentAt, { family: 'agent', ...given });
  const judged = (calls: readonly Exchange[], consistencyWindowMs = 0) =>
    verdictOf('resource.keeps-what-was-written', calls, ['createChat', 'updateChat'], consistencyWindowMs);

  test('is shown by the next read, as the last write had it', () => {
    const history = [agentCallOf('create', 0, wrote('a')), agentCallOf('change', 5, wrote('b'))];
    expect(judged([...history, agentCallOf('read', 9, shows('b'))])).toBe('passed');
    expect(judged([...history, agentCallOf('read', 9, shows('a'))])).toBe('failed');
  });

  test('is shown by the answer to the write, unless that shows what was there before', () => {
    expect(judged([agentCallOf('create', 0, { ...wrote('a'), ...shows('a') })])).toBe('passed');
    expect(judged([agentCallOf('create', 0, { ...wrote('a'), ...shows('') })])).toBe('failed');
    const changed = (shown: string) => [
      agentCallOf('create', 0, wrote('a')),
      agentCallOf('change', 5, { ...wrote('b'), ...shows(shown) }),
    ];
    expect(judged(changed('a'))).toBe('passed');
    expect(judged(changed('b'))).toBe('passed');
    expect(judged(changed('c'))).toBe('failed');
  });

  test('may have a form of its own where the interface speaks of a format, which every answer then shows', () => {
    const themeCallOf = (act: Act, sentAt: number, given: object) =>
      resourceCallOf(act, sentAt, { family: 'theme', ...given });
    const color = (theme_color: string) => ({ theme_color });
    const set = themeCallOf('change', 5, { wrote: color('#abc'), shows: color('#AABBCCFF') });
    const read = (sentAt: number, shown: string) => themeCallOf('read', sentAt, { shows: color(shown) });
    const verdict = (...calls: readonly Exchange[]) =>
      verdictOf('resource.keeps-what-was-written', calls, ['setAgentTheme']);
    expect(verdict(set, read(9, '#AABBCCFF'))).toBe('passed');
    expect(verdict(set, read(9, '#abc'))).toBe('passed');
    expect(verdict(set, read(9, '#000'))).toBe('failed');
    const lost = themeCallOf('change', 15, { wrote: color('#fff'), shows: color('#AABBCCFF') });
    expect(verdict(set, read(9, '#AABBCCFF'), lost, read(19, '#AABBCCFF'))).toBe('failed');
  });

  test('shows soon after, and may not show at once', () => {
    const history = [agentCallOf('create', 0, wrote('a')), agentCallOf('change', 5, wrote('b'))];
    const verdict = (sentAt: number, shown: string) =>
      judged([...history, agentCallOf('read', sentAt, shows(shown))], 1_000);
    expect(verdict(900, 'a')).toBe('not-observed');
    expect(verdict(900, 'b')).toBe('passed');
    expect(verdict(1_100, 'a')).toBe('failed');
  });

  test('is not learnt from a read so soon after a write under guessed names', () => {
    const guessed = agentCallOf('change', 5, { unsure: ['chat_prompt'] });
    const reads = (first: number) => [
      agentCallOf('read', first, shows('a')),
      agentCallOf('read', 3_000, shows('b')),
    ];
    const judgedAfter = (first: number) =>
      judged([agentCallOf('create', 0, wrote('a')), guessed, ...reads(first)], 1_000);
    expect(judgedAfter(900)).toBe('not-observed');
    expect(judgedAfter(2_000)).toBe('failed');
  });

  test('is not known where its names are not', () => {
    const unknown = [agentCallOf('create', 0, wrote('a')), agentCallOf('change', 5, shows('b'))];
    expect(judged(unknown)).toBe('not-observed');
  });

  test('stays when a partial update names something else', () => {
    const history = [
      agentCallOf('create', 0, wrote('a')),
      agentCallOf('change', 5, { wrote: { visibility: 'public' } }),
    ];
    expect(judged([...history, agentCallOf('read', 9, shows('b'))])).toBe('failed');
  });

  test('is open after a write that was lost, and while one goes on', () => {
    const lost = [
      agentCallOf('create', 0, wrote('a')),
      agentCallOf('change', 5, { ...wrote('b'), status: 500 }),
    ];
    expect(judged([...lost, agentCallOf('read', 9, shows('a'))])).toBe('inconclusive');
    const open = [agentCallOf('create', 0, wrote('a')), agentCallOf('change', 5, wrote('b'))];
    expect(judged([...open, agentCallOf('read', 6, shows('a'))])).toBe('not-observed');
  });

  test('is either of two that were written at once, in whichever order they were sent', () => {
    const history = [
      agentCallOf('create', 0, wrote('a')),
      agentCallOf('change', 5, wrote('b')),
      agentCallOf('change', 6, wrote('c')),
    ];
    expect(judged([...history, agentCallOf('read', 9, shows('b'))])).toBe('passed');
    expect(judged([...history, agentCallOf('read', 9, shows('c'))])).toBe('passed');
    expect(judged([...history, agentCallOf('read', 9, shows('a'))])).toBe('failed');
  });

  test('is not changed by a write that was refused', () => {
    const refused = [
      agentCallOf('create', 0, wrote('a')),
      agentCallOf('change', 5, { ...wrote('b'), status: 403 }),
    ];
    expect(judged([...refused, agentCallOf('read', 9, shows('a'))])).toBe('passed');
    expect(judged([...refused, agentCallOf('read', 9, shows('b'))])).toBe('failed');
  });
});
