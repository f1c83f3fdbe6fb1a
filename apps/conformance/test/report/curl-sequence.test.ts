import { expect, test } from 'vitest';
import type { Call } from '../../src/cases/sequences/sequence.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { curlSequence } from '../../src/report/curl-sequence.ts';
import type { SentCall } from '../../src/report/sent-calls.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const base = 'http://target.test/me';

interface Given extends Partial<Exchange> {
  readonly path: string;
  readonly answer?: unknown;
  readonly sends?: unknown;
}

let step = 0;

const noFinding: JudgedFinding = {
  check: 'a',
  cause: 'a:b',
  case: { kind: 'sequence', id: 'a' },
  operation: 'x',
  exchanges: [],
  expected: { kind: 'answer' },
  observed: { kind: 'disclosed' },
};

function sent(call: Partial<Call>, { path, answer, sends, ...given }: Given, times = 1): SentCall {
  step += 1;
  const exchange = exchangeOf({
    step,
    intent: { kind: 'valid', certain: true },
    body: answer === undefined ? '' : JSON.stringify(answer),
    request: {
      method: sends === undefined ? 'GET' : 'POST',
      url: `${base}${path}`,
      ...(sends === undefined ? {} : { body: JSON.stringify(sends) }),
    },
    ...given,
  });
  const rest = Array.from({ length: times - 1 }, (_, index) => ({ ...exchange, attempt: index + 2 }));
  return { call: { operation: 'x', ...call }, words: `${step}. words`, exchanges: [exchange, ...rest] };
}

function linesOf(calls: readonly SentCall[]): readonly string[] {
  step = 0;
  return curlSequence(calls, noFinding)
    .split('\n')
    .filter((line) => !/^(#|echo '|exit 2)/.test(line));
}

test('identifiers come from the answers, wherever they stand in them and wherever they are sent', () => {
  const lines = linesOf([
    sent(
      {},
      { path: '/things', sends: {}, answer: { data: { 'thing-id': 41, list: [{ uid: 'tok-12345' }] } } },
    ),
    sent({}, { path: '/things/41/tok-12345', answer: {} }),
    sent({}, { path: '/things?next=tok-12345', sends: { thing_id: 41, position: 41, uid: 'tok-12345' } }),
  ]);
  expect(lines).toEqual([
    expect.stringMatching(/^\[ -n "\$\{AGENT_WORKERS_JWT:-\}" \] \|\| .* exit 2; \}$/),
    expect.stringMatching(/^command -v jq .* exit 2; \}$/),
    expect.stringMatching(/^ANSWER_1=\$\(curl .*\); printf '%s\\n' "\$ANSWER_1"$/),
    `THING_ID_1=$(printf '%s' "$ANSWER_1" | jq -er '.data.["thing-id"]') || exit 2`,
    `UID_1=$(printf '%s' "$ANSWER_1" | jq -er '.data.list[0].uid') || exit 2`,
    `UID_1_ENCODED=$(printf '%s' "$UID_1" | jq -sRr @uri)`,
    expect.stringContaining(`'${base}/things/'"$THING_ID_1"'/'"$UID_1" -H`),
    expect.stringContaining(`'{"thing_id":'"$THING_ID_1"',"position":41,"uid":"'"$UID_1"'"}'`),
  ]);
});

test('what the config tells stays as it is, whatever place a list shows it in', () => {
  const agentId = { fixture: 'subscribedAgentId' };
  const lines = linesOf([
    sent({}, { path: '/subscriptions', answer: [{ agent_id: 'agent-0001' }] }),
    sent({ path: { agentId } }, { path: '/subscriptions/agent-0001', answer: {} }),
  ]);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/\/subscriptions' .* -i; echo$/),
    expect.stringContaining(`'${base}/subscriptions/agent-0001'`),
  ]);
});

test('what was sent before stays as it is, though a list between shows it too', () => {
  const lines = linesOf([
    sent({}, { path: '/things/thing-0001', sends: {}, answer: {} }),
    sent({}, { path: '/things', answer: [{ id: 'thing-0001' }] }),
    sent({}, { path: '/things/thing-0001', answer: {} }),
  ]);
  expect(lines.join('\n')).not.toContain('jq -er');
});

test('what was sent in the first place stays as it is, but for identifiers that must be new each time', () => {
  const id = 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b';
  const [, invented, created, read] = linesOf([
    sent(
      { body: { run_id: { fresh: 'uuid', form: 'uuid' } } },
      { path: '/chats', sends: { runId: id, title: 'as sent' }, answer: { runId: id, title: 'as sent' } },
    ),
    sent({}, { path: `/chats/${id}?title=as+sent`, answer: {} }),
  ]);
  expect(invented).toMatch(/^UUID_1=\$\(/);
  expect(created).toContain(`'{"runId":"'"$UUID_1"'","title":"as sent"}' -i; echo`);
  expect(read).toContain(`/chats/'"$UUID_1"'?title=as+sent'`);
});

test('calls that were sent at once are sent at once, and many times over in a loop', () => {
  const lines = linesOf([
    sent({ times: 9 }, { path: '/one' }, 9),
    sent({}, { path: '/two' }),
    sent({ alongside: true }, { path: '/three' }),
    sent({}, { path: '/four' }),
  ]).map((line) => line.replace(/curl .*?'(?= |$)/, 'curl').replace(/ -H "[^"]*"/, ''));
  expect(lines.slice(1)).toEqual([
    'for _ in $(seq 9); do curl -i; echo; done',
    expect.stringContaining('AT_ONCE='),
    'curl -D "$AT_ONCE"/2.head -o "$AT_ONCE"/2.body \\',
    expect.stringMatching(/^ {2}--next -sS .*3\.body$/),
    'cat "$AT_ONCE"/2.head "$AT_ONCE"/2.body; echo',
    'cat "$AT_ONCE"/3.head "$AT_ONCE"/3.body; echo',
    'curl -i; echo',
  ]);
});

test('no secret stands in it: keys come from the answer, tokens from the environment', () => {
  const script = curlSequence(
    [
      sent({}, { path: '/api-keys', sends: {}, answer: { id: 5, value: '«key 1»' } }),
      sent({}, { path: '/agents/7', sends: {}, identity: 'created' }),
      sent({}, { path: '/cli-auth/8', sends: { jwt: '«secret»' }, identity: 'other' }),
    ],
    noFinding,
  );
  expect(script).toContain(`CREATED_API_KEY=$(printf '%s' "$ANSWER_`);
  expect(script).toContain('-H "Authorization: Bearer $CREATED_API_KEY"');
  expect(script).toContain(`'{"jwt":"'"$AGENT_WORKERS_JWT"'"}'`);
  expect(script).toContain('AGENT_WORKERS_OTHER_JWT: put a credential into it');
});

test('a script that lacks a call that it refers to leaves it open whether the finding shows', () => {
  const finding: JudgedFinding = {
    ...noFinding,
    exchanges: [7],
    expected: { kind: 'status', oneOf: ['success'] },
    observed: { kind: 'status', status: 400 },
  };
  const made = sent({ name: 'thing' }, { path: '/things', sends: {}, answer: { thing_id: '41' } });
  const read = sent(
    { path: { thing_id: { of: 'thing', field: 'thing_id' } } },
    { path: '/things/41', id: 7 },
  );
  expect(curlSequence([made, read], finding)).toContain('case "$STATUS" in');
  expect(curlSequence([read], finding)).toMatch(/\nexit 2$/);
});
