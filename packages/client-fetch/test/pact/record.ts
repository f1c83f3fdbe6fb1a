import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { fetchTransport, isError } from '../../src/plain.ts';
import type { Transport } from '../../src/transport/transport.ts';
import type { Answer } from './answers.ts';
import { exampleCredential } from './examples.ts';
import type { Interaction, Sent } from './interaction.ts';
import { fromState, toPath, toSent, toTemplate } from './placeholders.ts';
import { withTextBody } from './text-body.ts';

const { HTTPResponseStatusClass, matchStatus, regex } = MatchersV3;

const bearer = regex('^Bearer [A-Za-z0-9._~+/-]+=*$', `Bearer ${exampleCredential}`);

/** That bodies are JSON is shown, but not as which of its media types. */
const anyJson = regex('^application/([A-Za-z0-9.+-]+[+])?json(;.*)?$', 'application/json');

/** What tests put around the client's transport. */
export type ClientChange = (transport: Transport) => Transport;

const unchanged: ClientChange = (transport) => transport;

/** Asks the client for one interaction at Pact's stand-in of the provider, which writes it down when it went right. */
export async function record(interaction: Interaction, dir: string, change = unchanged): Promise<void> {
  const { provider, description, method, path, answer, body, query, headers, operation } = interaction;
  const pact = new PactV4({ consumer: 'client-fetch', provider, dir, logLevel: 'error' }).addInteraction();
  for (const given of interaction.given) {
    if (typeof given === 'string') pact.given(given);
    else pact.given(given[0], JSON.parse(JSON.stringify(given[1])));
  }
  await pact
    .uponReceiving(description)
    .reference('openapi', 'operationId', operation)
    .withRequest(method, toPath(path), (request) => {
      if (asksForCredential(interaction)) request.headers({ Authorization: bearer });
      if (headers !== undefined) request.headers({ ...headers });
      if (query !== undefined) request.query(queryTemplate(query));
      if (body !== undefined) request.jsonBody(toTemplate(body));
    })
    .willRespondWith(statusTemplate(interaction), (response) => {
      if (answer?.headers !== undefined) response.headers({ ...answer.headers });
      if (answer?.text !== undefined) withTextBody(response, answer.text);
      if (answer?.json !== undefined) response.headers({ 'Content-Type': anyJson }).jsonBody(answer.json);
    })
    .executeTest(({ url }) => callAndCompare(interaction, change(transportTo(url, interaction))));
}

const exampleStatus = { success: 200, error: 401 } as const;

/** Where no status is shown, any of its class will do; where the interface leaves a choice, each that it allows. */
function statusTemplate({ status, or = [] }: Interaction) {
  if (typeof status === 'number') return or.length === 0 ? status : matchStatus(status, [status, ...or]);
  const { Success, Error: Refusal } = HTTPResponseStatusClass;
  return matchStatus(exampleStatus[status], status === 'success' ? Success : Refusal);
}

/** Where no auth is declared the contract asks for none, so that no provider may depend on it. */
function asksForCredential({ credential, isOpen }: Interaction): boolean {
  return credential !== 'missing' && !isOpen;
}

function queryTemplate(query: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const given = /^\$\{(\w+)\}$/.exec(value)?.[1];
      return [name, given === undefined ? value : fromState(given)];
    }),
  );
}

async function callAndCompare(interaction: Interaction, transport: Transport): Promise<void> {
  const { call, answer, body, query = {}, headers = {} } = interaction;
  // The types of what is sent are open wherever the interface shows no fields.
  const sent = { body: body === undefined ? body : toSent(body), query: toSent(query), headers } as Sent;
  const outcome = call(transport, sent);
  if (answer === undefined) await expectRefusal(interaction, outcome);
  else await expectAnswer(answer, outcome);
}

function transportTo(url: string, { credential }: Interaction): Transport {
  const secret = credential === 'missing' ? false : exampleCredential;
  return fetchTransport({ agentsUrl: url, baseUrl: url, apiKey: secret, jwt: secret });
}

async function expectAnswer({ gives }: Answer, outcome: Promise<unknown>): Promise<void> {
  expect(await outcome).toEqual(gives);
}

/** An error that says which operation was refused, and with which status. */
async function expectRefusal({ source, status }: Interaction, outcome: Promise<unknown>): Promise<void> {
  const error: unknown = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isError(error, source)) throw new Error('The client took a refusal for a success.', { cause: error });
  expect(error.status).toBe(typeof status === 'number' ? status : exampleStatus[status]);
}
