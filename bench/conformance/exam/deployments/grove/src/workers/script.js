// What a worker says. There is no model: it answers to the words of the message, and remembers the talk.

import { on } from '../core/faults.js';
import { letters } from '../core/ids.js';
import { GAUGE } from '../state/fixtures.js';

const PIECES = 5;

/** The text in some pieces that make it up again. */
function cut(text) {
  if (on('worker-stream-splits-characters')) return text.match(/[^]{1,7}/g); // UTF-16 units, not characters
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / PIECES));
  const pieces = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(''));
  return pieces;
}

const says = (text) => cut(text).map((say) => ({ say }));

function callsTool(tool, args, out) {
  const id = `call_${letters(6)}`;
  return [{ call: id, tool, args }, { result: id, tool, out }];
}

function talk(run, message) {
  const questions = run.messages.filter((entry) => entry.role === 'user');
  const parts = [`You said: "${message}".`];
  if (run.ended) parts.unshift(run.ended.ok ? 'The job is done: 5050.' : 'The job broke off with an error.');
  if (questions.length > 1) {
    parts.push(`This is turn ${questions.length} of our talk; before, you said "${questions.at(-2).content}".`);
  } else {
    parts.push('I am listening, tell me more.');
  }
  return parts.join(' ');
}

/** What the worker does with a message that is already in the run: signals to send, and the job to start if any.
 *  A signal has either `say`, or `call`, `tool`, `args`, or `result`, `tool`, `out`. */
export function script(agent, run, message) {
  if (message === undefined) return { signals: says(`Hello, this is ${agent.name}. What can I do for you?`) };
  if (/\bjob that fails\b/i.test(message)) {
    return {
      signals: [...callsTool('code_interpreter', { code: '1 / 0', background: true }, { accepted: true }),
        ...says('I have started that on the virtual computer, although it looks doubtful.')],
      job: { ok: false, lasts: 700 },
    };
  }
  if (/\blong job\b/i.test(message)) {
    return {
      signals: [...callsTool('code_interpreter', { code: 'sum(range(101))', background: true }, { accepted: true }),
        ...says('I have started the long job on the virtual computer. Come back in a moment.')],
      job: { ok: true, lasts: 1000 },
    };
  }
  if (/\btide\b/i.test(message)) {
    return {
      signals: [...says('Let me look that up. '),
        ...callsTool('READ_TIDE_TABLE', { port: 'Hull' }, { port: 'Hull', reading: GAUGE }),
        ...says('High water at Hull is a little above four metres, low water about one.')],
    };
  }
  return { signals: says(talk(run, message)) };
}
