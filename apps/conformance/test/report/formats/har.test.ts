import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { formatAsHar } from '../../../src/report/formats/har.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { reportOf } from '../../helpers/report-of.ts';

const require = createRequire(import.meta.url);
const ajv = addFormats.default(new Ajv({ strict: false }));
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
const schemas: Record<string, object> = require('har-schema');
ajv.addSchema(Object.values(schemas));

async function harOf(exchanges: readonly Exchange[], name = 'plain'): Promise<unknown> {
  let source = '';
  const recorded = (async function* () {
    yield* exchanges;
  })();
  for await (const piece of formatAsHar(reportOf(name), recorded)) source += piece;
  const document: unknown = JSON.parse(source);
  const valid = ajv.validate('har.json#', document);
  expect(valid ? [] : ajv.errors).toEqual([]);
  return document;
}

/** As a line of exchanges.jsonl gives it back. */
function recorded(given: Parameters<typeof exchangeOf>[0]): Exchange {
  return JSON.parse(JSON.stringify(exchangeOf(given)));
}

test('an exchange keeps its moment and its times: waiting until the headers, receiving until the end', async () => {
  const har = await harOf([recorded({ sentAt: 1000, body: 'Hello' })]);
  expect(har).toMatchObject({
    log: {
      entries: [
        {
          startedDateTime: '2026-01-02T03:04:06.678Z',
          time: 2,
          timings: { send: 0, wait: 1, receive: 1 },
          request: { method: 'GET', url: 'http://target.test/agent/run' },
          response: { status: 200, content: { text: 'Hello' } },
          comment: 'getRunMessages: scenario test, step 1, attempt 1',
        },
      ],
    },
  });
});

test('an exchange without an answer has status 0 and says what went wrong', async () => {
  const { response: _, ...unanswered } = recorded({ sentAt: 5 });
  const har = await harOf([
    { ...unanswered, transportError: { kind: 'broken', message: 'the connection broke', at: 9 } },
  ]);
  expect(har).toMatchObject({
    log: { entries: [{ time: 4, response: { status: 0, comment: 'the connection broke' } }] },
  });
});

test('a cookie of the target is not passed on', async () => {
  const har = await harOf([recorded({ headers: [['set-cookie', 'session=4821']] })]);
  expect(JSON.stringify(har)).not.toContain('4821');
});

test('an empty recording is a HAR without entries', async () => {
  expect(await harOf([])).toMatchObject({ log: { version: '1.2', entries: [] } });
});

test('whatever a target answers, the document stays valid and keeps the text', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const headers: readonly (readonly [string, string])[] = [
        ['x-said', text],
        ['content-type', text],
      ];
      const har = await harOf([recorded({ headers, body: text }), recorded({ body: text })], text);
      const shown = text.toWellFormed();
      expect(har).toMatchObject({
        log: { entries: [{ response: { content: { text: shown, mimeType: shown } } }, {}] },
      });
    }),
    { numRuns: 60 },
  );
});

test('a credential stands as a name, and a body has the media type that was sent', async () => {
  const request = { method: 'PUT', url: 'http://target.test/me/x', body: 'a=1', contentType: 'text/plain' };
  const har = await harOf([
    recorded({ identity: 'other', request }),
    recorded({ identity: 'missing', request: { method: 'GET', url: 'http://target.test/' } }),
    recorded({ body: 'no type' }),
  ]);
  expect(har).toMatchObject({
    log: {
      entries: [
        {
          request: {
            headers: [
              { name: 'authorization', value: 'Bearer «other»' },
              { name: 'content-type', value: 'text/plain' },
            ],
            postData: { mimeType: 'text/plain', text: 'a=1' },
          },
        },
        { request: { headers: [] } },
        { response: { content: { mimeType: 'x-unknown' } } },
      ],
    },
  });
});

test('a signature that was sent is told by its name alone', async () => {
  const request = { method: 'POST', url: 'http://target.test/me/x', furtherHeaders: ['x-signature'] };
  const har = await harOf([recorded({ identity: 'missing', request })]);
  const headers = [{ name: 'x-signature', value: '«secret»' }];
  expect(har).toMatchObject({ log: { entries: [{ request: { headers } }] } });
});
