import { expect, test } from 'vitest';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { verdictOfLaw } from './judge-law.ts';

const told = 'Good morning – what? Grüße, 你好, e\u0301!';

/** What is said of an answer to a message with letters of many scripts. */
function judged(answer: string, message = told) {
  return verdictOfLaw('law.streams-tear-no-character', [
    exchangeOf({
      operation: 'startRun',
      transport: 'text',
      headers: [['x-service-run-id', '0b36f1b0-a797-4bda-85fb-b4617196004c']],
      body: answer,
      request: { method: 'POST', url: 'http://target.test/agent', body: JSON.stringify({ message }) },
      sent: { kind: 'unicode', text: message },
    }),
  ]);
}

test('an answer may repeat what it was told, in either form of a letter', () => {
  expect(judged(`You said: ${told}`)).toBe('passed');
  expect(judged(`You said: ${told.normalize('NFC')}`)).toBe('passed');
});

test('one that has marks for some of the letters, and others whole, was cut within characters', () => {
  expect(judged('You said: Good morning – what? Grüße, ??????, é!')).toBe('failed');
});

test('a worker that writes no letter beyond ASCII may do so', () => {
  expect(judged('You said: Good morning ??? what? Gr??e, ??, ?!')).not.toBe('failed');
});

test('a question is no mark', () => {
  expect(judged('Grüße? 你好?')).toBe('passed');
});

test('a message may have signs that mean something in a pattern', () => {
  const asked = 'Où est-il allé (là-bas) [a+b] {c}*? Grüße';
  expect(judged(`You said: ${asked}`, asked)).toBe('passed');
  expect(judged(`You said: ${asked.replace('là', 'l??')}`, asked)).toBe('failed');
});
