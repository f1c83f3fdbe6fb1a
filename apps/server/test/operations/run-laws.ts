import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, userText } from '../helpers/client.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { holdJobs } from '../helpers/hold-jobs.ts';

const plain = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\ud800', '\u0000', 'Hello 😀'),
);
const foreground = fc.oneof(
  plain.filter((message) => !message.trimStart().startsWith('/')),
  fc.constantFrom('/stream 3', '/fail', '/tool lookup {"topic": "tides"}', '/js 1 + 1', '/js throw 1'),
);
const background = fc.constantFrom('/background return 1', '/background throw 1');

/** What must hold for whatever messages are sent. */
export function stateRunLaws(start: () => Promise<Deployment>, numRuns: number): void {
  let deployment: Deployment;
  let client: Client;
  beforeAll(async () => {
    deployment = await start();
    client = deployment.client;
  });
  afterAll(() => deployment.close());

  async function whileHeld<Result>(work: () => Promise<Result>): Promise<Result> {
    const held = await holdJobs(deployment.app);
    return await work().finally(held.release);
  }

  describe('for all sequences of messages', () => {
    it('exactly those not refused with 409 are in the history, in order, each with an answer', async () => {
      const messages = fc.array(fc.oneof({ weight: 3, arbitrary: foreground }, background), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(plain, messages, fc.boolean(), async (first, rest, isHeld) => {
          const accepted = [first];
          const { runId } = await client.post(first);
          const say = async () => {
            for (const message of rest) {
              const { status } = await client.put(runId, message);
              expect([200, 409]).toContain(status);
              if (status === 200) accepted.push(message);
            }
          };
          await (isHeld ? whileHeld(say) : say());
          const history = await client.untilIdle(runId);
          expect(history.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
            accepted,
          );
          expect(
            history.filter(({ role }, index) => role === 'user' && history[index + 1]?.role === role),
          ).toEqual([]);
        }),
        { numRuns },
      );
    });

    it('messages sent at once are answered one by one, and none is lost', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(foreground, { minLength: 2, maxLength: 5 }), async (messages) => {
          const { runId } = await client.post('Begin');
          const answers = await Promise.all(messages.map((message) => client.put(runId, message)));
          expect(answers.every(({ status }) => status === 200)).toBe(true);
          const { messages: history } = await client.get(runId);
          const pairs = history.slice(2).map(({ content }) => content);
          const answered = messages.map((message, index) => [message, answers[index]?.text]);
          expect(inPairs(pairs).sort(byText)).toEqual(answered.map(([a, b]) => [a, b]).sort(byText));
        }),
        { numRuns: Math.ceil(numRuns / 2) },
      );
    });
  });

  describe('for all answers', () => {
    it('text and NDJSON say the same to the user, and so does the history', async () => {
      await fc.assert(
        fc.asyncProperty(foreground, async (message) => {
          const text = await client.post(message);
          const ndjson = await client.postNdjson(message);
          const { messages } = await client.get(ndjson.runId);
          expect(userText(ndjson.lines)).toBe(text.text);
          expect(messages[1]).toEqual({ role: 'assistant', content: text.text });
        }),
        { numRuns },
      );
    });
  });

  describe('for all background jobs', () => {
    it('the header is there exactly until the outcome is in the history', async () => {
      await fc.assert(
        fc.asyncProperty(background, fc.nat({ max: 3 }), async (message, looks) => {
          const runId = await whileHeld(async () => {
            const { runId } = await client.post(message);
            for (let look = 0; look < looks; look++) expect((await client.get(runId)).jobId).not.toBeNull();
            return runId;
          });
          for (let isIdle = false; !isIdle; ) {
            const { jobId, messages } = await client.get(runId);
            isIdle = messages.some(({ content }) => content.startsWith('The background job'));
            expect(jobId === null).toBe(isIdle);
          }
        }),
        { numRuns: Math.ceil(numRuns / 2) },
      );
    });
  });
}

function inPairs(contents: string[]): [string | undefined, string | undefined][] {
  return Array.from({ length: contents.length / 2 }, (_, index) => [
    contents[index * 2],
    contents[index * 2 + 1],
  ]);
}

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
