import { writeSync } from 'node:fs';

// A program that has got hold of its whole process: not through a runtime but as Node, with the secret of its run. What
// it does is named by its code.
const descriptors = Array.from({ length: 64 }, (_, index) => index);
const answer = 3;
const outcome = { status: 'succeeded', result: 'forged', output: '' };

interface Given {
  code: string;
  token: string;
}

const attacks: Record<string, (given: Given) => void> = {
  'garbage everywhere': () => {
    for (const line of ['x', 'null', '[]', '{"cmd":"NODE_HANDLE_ACK"}', '{"cmd":"NODE_HANDLE_NACK"}'])
      for (const descriptor of descriptors) attempt(descriptor, `${line}\n`);
  },
  'a forged outcome everywhere': () => {
    for (const descriptor of descriptors) attempt(descriptor, `${JSON.stringify({ outcome })}\n`);
  },
  'two outcomes with the secret': ({ token }) => {
    for (let index = 0; index < 2; index += 1) attempt(answer, `${JSON.stringify({ token, outcome })}\n`);
  },
  'no outcome, with the secret': ({ token }) => attempt(answer, JSON.stringify({ token, outcome: 'done' })),
  'half an answer': ({ token }) => attempt(answer, JSON.stringify({ token, outcome }).slice(0, -9)),
  'an outcome past the limit': ({ token }) =>
    attempt(answer, JSON.stringify({ token, outcome: { ...outcome, result: 'x'.repeat(200_000) } })),
  'an outcome that is nested without end': ({ token }) => {
    const result = JSON.stringify({ token, outcome: { ...outcome, result: 'here' } });
    attempt(answer, result.replace('"here"', '['.repeat(30_000) + ']'.repeat(30_000)));
  },
  'bytes without end': () => {
    for (;;) attempt(answer, 'x'.repeat(65_536));
  },
  'a line without end': ({ token }) => {
    attempt(answer, `{"token":"${token}","outcome":{"status":"succeeded","result":"`);
    for (;;) attempt(answer, 'x'.repeat(65_536));
  },
  'signals to the server and to everything': () => {
    for (const pid of [process.ppid, 1, 0, -1])
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Refused, as it should be.
      }
  },
  'its own death': () => process.kill(process.pid, 'SIGKILL'),
  silence: () => {
    for (;;);
  },
};

function attempt(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // Not open, or not for writing.
  }
}

process.stdin.once('data', (line) => {
  const given: Given = JSON.parse(String(line));
  attacks[given.code]?.(given);
  process.exit(0);
});
writeSync(answer, 'ready\n');
