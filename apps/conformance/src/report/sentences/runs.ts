import type { Expectations, Observations } from './sentences.ts';
import { quote } from './words.ts';

const messages = {
  accepted: 'the accepted message',
  refused: 'the message of the refused PUT',
  earlier: 'every earlier message, in the same order,',
  foreign: 'a message that was sent to another run only',
  unsent: 'a message that was never sent to it',
  response: "the worker's response after the user's message",
} as const;

const contents = {
  json: 'one JSON value on each line',
  text: 'a line that is not JSON',
  nothing: 'no line that holds it',
  'worker-output': "the worker's output",
  'user-facing-output': "only the worker's user-facing output (no tool calls or debug data)",
  'tool-call': 'the tool call',
  'tool-response': "the tool's response",
  signal: 'a line of the form that NDJSON streams have',
  'own-signals': 'no signal of another run',
  'whole-characters': 'whole characters, as in what was sent,',
  'torn-character': 'U+FFFD, which stands for a part of a character',
  'marks-for-letters': 'question marks in place of some of the letters that were sent',
} as const;

const timed = { 'first-words': 'the first words of the answer' } as const;

export const expectedRuns: Pick<Expectations, 'message' | 'stream-line' | 'timing'> = {
  message: ({ which, presence, text }) =>
    `${messages[which]}${text === undefined ? '' : ` ${quote(text)}`} ${presence === 'present' ? 'in' : 'not in'} the history`,
  'stream-line': ({ holds, words }) =>
    `${contents[holds]}${words === undefined ? '' : `, known by ${JSON.stringify(words)},`} in the stream`,
  timing: ({ what, atMostMs }) => `${timed[what]} within ${atMostMs} ms`,
};

export const observedRuns: Pick<Observations, 'message' | 'stream-line' | 'timing'> = {
  message: ({ presence, text, index, length }) => {
    if (presence === 'present') return `the history holds ${text === undefined ? 'it' : quote(text)}`;
    const which = index === undefined ? 'it' : `message ${index + 1} of the earlier history`;
    const history = length === undefined ? 'the history' : `the history of ${length} messages`;
    return presence === 'absent' ? `${which} is not in ${history}` : `${which} has another place`;
  },
  'stream-line': ({ holds, number, text }) => {
    const where = number === undefined ? '' : `line ${number}: `;
    return `${where}${contents[holds]}${text === undefined ? '' : `: ${quote(text)}`}`;
  },
  timing: ({ ms }) => `after ${ms} ms`,
};
