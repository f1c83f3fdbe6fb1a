import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldMapping } from '../../src/deployment/field-mapping/field-mapping.ts';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import { type Embedded, startEmbedded } from '../../src/deployment/start-embedded.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { RecordedResponse } from '../../src/exchanges/exchange.ts';
import type { InteractionOutcome } from '../../src/pact/outcome.ts';
import { contractsInFiles, findOwnPacts, readPactFile } from '../../src/pact/pact-file.ts';
import { providers } from '../../src/pact/provider.ts';
import { verify } from '../../src/pact/verify.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { verifyTape } from './tape.ts';

const wholeMs = 600_000;
const files = await Promise.all((await findOwnPacts()).map(readPactFile));

let embedded: Embedded;
let fieldMapping: FieldMapping;
let outcomes: readonly InteractionOutcome[];

beforeAll(async () => {
  embedded = await startEmbedded({ controlled: true });
  const { operations, rules } = await loadSpec();
  const described = { openapi: `${embedded.deployment.baseUrl}/openapi.json` };
  fieldMapping = await loadFieldMapping(described, operations);
  const verified = await verify({
    deployment: embedded.deployment,
    control: embedded.control,
    operations,
    rules,
    fieldMapping,
    ledger: createLedger(() => {}),
    contracts: await contractsInFiles(await findOwnPacts(), { only: '', providers }),
    timeoutMs: 30_000,
    jobTimeoutMs: 60_000,
    environment: process.env,
    signal: new AbortController().signal,
  });
  outcomes = verified.flatMap((one) => one.outcomes);
}, wholeMs);
afterAll(() => embedded.stop());

describe('The reference deployment', () => {
  test('keeps every contract, in states that were really reached', () => {
    const open = outcomes.filter(({ verdict }) => verdict !== 'passed');
    expect(
      open.map(({ description, verdict, reason, problem }) => ({ description, verdict, reason, problem })),
    ).toEqual([]);
    expect(outcomes).toHaveLength(files.flatMap(({ document }) => document.interactions).length);
  });

  test('was asked for what its states gave, and for no example', () => {
    const examples = /00000000-0000-4000-8000-0000|calculator|9000(41|12|07)/;
    expect(
      outcomes
        .filter(({ exchange }) => examples.test(exchange?.request.url ?? ''))
        .map(({ description }) => description),
    ).toEqual([]);
  });

  test('has given away no credential to what is recorded', () => {
    const recorded = JSON.stringify(outcomes);
    const leaked = Object.entries(embedded.deployment.credentials).filter(([, secret]) =>
      recorded.includes(`${secret}`),
    );
    expect(leaked).toEqual([]);
    expect(recorded).not.toMatch(/awk_\w{20}|eyJ\w{20}/);
  });
});

describe('Each interaction is broken by a deployment that', () => {
  test(
    'answers as before, but with another status',
    async () => {
      const broken = await verifyTape({ outcomes, fieldMapping }, (_, answer) => ({
        ...answer,
        status: answer.status < 300 ? 502 : 200,
      }));
      expect(
        broken.filter(({ verdict }) => verdict !== 'failed').map(({ description }) => description),
      ).toEqual([]);
      expect(broken).toHaveLength(outcomes.length);
    },
    wholeMs,
  );

  test(
    'gives another form of body or other headers, wherever it asks for one; all others are kept',
    async () => {
      const mutated = await verifyTape({ outcomes, fieldMapping }, breakForm);
      const wrong = mutated.filter(
        ({ verdict, description }) => (verdict === 'failed') !== asksForForm(description),
      );
      expect(wrong.map(({ description, verdict }) => `${verdict}: ${description}`)).toEqual([]);
    },
    wholeMs,
  );
});

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

function askedOf(description: string): Asked {
  const all = files.flatMap(({ document }) => document.interactions);
  const response: unknown = all.find((one) => one.description === description)?.response;
  return typeof response === 'object' && response !== null ? response : {};
}

/** Whether the contract asks for more than a status. */
function asksForForm(description: string): boolean {
  const { body, headers } = askedOf(description);
  return body !== undefined || headers !== undefined;
}

/** Takes away what the contract asks for: alternately a header where it names one, else the form of the body. */
function breakForm({ description }: InteractionOutcome, answer: RecordedResponse): RecordedResponse {
  const named = Object.keys(askedOf(description).headers ?? {}).filter((name) => name !== 'Content-Type');
  if (!asksForForm(description)) return answer;
  // Any text is a text, and none as well: only the header can be wrong.
  const isText = otherForm(answer.body.text) === '';
  if (named.length > 0 && (isText || description.length % 2 === 0))
    return { ...answer, headers: answer.headers.filter(([name]) => name !== named[0]?.toLowerCase()) };
  return { ...answer, body: { ...answer.body, text: otherForm(answer.body.text) } };
}

/** A list for a record, a record for a list, a cut line for lines, nothing for text. */
function otherForm(text: string): string {
  try {
    return Array.isArray(JSON.parse(text)) ? '{}' : '[7]';
  } catch {
    return text.startsWith('{') ? '{"cut' : '';
  }
}
