import { randomUUID } from 'node:crypto';
import type { Identity } from '../cases/scenario.ts';
import type { Config } from '../deployment/config.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { sampleOf } from '../deployment/field-mapping/sample.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord, recordOf } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';

type ConfigFixtures = NonNullable<Config['fixtures']>;

/** Sends one read of the User API; undefined where nothing more is to be sent. */
export type Read = (
  operation: Operation,
  path: Readonly<Record<string, string>>,
  as: Identity,
) => Promise<Exchange | undefined>;

/** A fixture that was found by reading. */
export interface FoundFixture {
  readonly key: keyof ConfigFixtures;
  readonly value: string;
  /** The request that showed it, such as `GET /me/agents`. */
  readonly shownBy: string;
}

export interface FoundFixtures {
  readonly found: readonly FoundFixture[];
  /** A tool that is there. Whether running it does harm is for its owner to say. */
  readonly tool?: ConfigFixtures['tool'];
}

export interface Explorer {
  readonly read: Read;
  readonly operations: readonly Operation[];
  readonly fieldMapping: FieldMapping;
  /** Whether there is a second user to look as. */
  readonly hasOther: boolean;
}

/** How many entries of a list are looked at, and how many values of each are tried as its identifier. */
const mostEntries = 3;
const mostTrials = 3;

/** Looks for what a config can name, by reading alone: nothing is started, made or changed. */
export async function findFixtures(explorer: Explorer): Promise<FoundFixtures> {
  const agent = await findOpening(explorer, {
    key: 'agentId',
    list: 'listAgents',
    open: 'getAgent',
    parameter: 'agent_id',
  });
  const toolset = await findOpening(explorer, {
    key: 'toolsetName',
    list: 'listToolsets',
    open: 'getToolset',
    parameter: 'toolset_name',
  });
  const tool = await findOpening(explorer, {
    key: 'installableToolId',
    list: 'listPublicTools',
    open: 'getPublicTool',
    parameter: 'tool_id',
    without: await entriesOf(explorer, 'listUserTools', 'own'),
  });
  const foreign = explorer.hasOther ? await findPrivateAgent(explorer) : undefined;
  const found = [agent, foreign, tool, toolset].filter((one) => one !== undefined);
  const runnable = await findTool(explorer);
  return { found, ...(runnable === undefined ? {} : { tool: runnable }) };
}

interface Opening {
  readonly key: FoundFixture['key'];
  readonly list: string;
  readonly open: string;
  readonly parameter: string;
  /** Records whose identifiers are not meant. */
  readonly without?: readonly unknown[];
}

/** The identifier of a listed record: a value of it that opens it, where one that is made up does not. */
async function findOpening(
  explorer: Explorer,
  { key, list, open, parameter, without = [] }: Opening,
): Promise<FoundFixture | undefined> {
  const { read, fieldMapping } = explorer;
  const listing = operationOf(explorer, list);
  const opening = operationOf(explorer, open);
  const records = (await entriesOf(explorer, list, 'own')).slice(0, mostEntries);
  if (records.length === 0) return undefined;
  const made = await read(opening, { [parameter]: randomUUID() }, 'own');
  if (made === undefined || succeeded(made)) return undefined;
  const taken = without.map((record) => JSON.stringify(record));
  for (const record of records) {
    const candidates = fieldMapping.candidates(listing, parameter, record).slice(0, mostTrials);
    for (const { value } of candidates) {
      if (taken.some((text) => text.includes(JSON.stringify(value)))) continue;
      const opened = await read(opening, { [parameter]: String(value) }, 'own');
      if (opened !== undefined && succeeded(opened))
        return { key, value: String(value), shownBy: requestOf(listing) };
    }
  }
  return undefined;
}

/** One that its owner sees as private, and the caller is refused. */
async function findPrivateAgent(explorer: Explorer): Promise<FoundFixture | undefined> {
  const { read, fieldMapping } = explorer;
  const listing = operationOf(explorer, 'listAgents');
  const opening = operationOf(explorer, 'getAgent');
  for (const record of (await entriesOf(explorer, 'listAgents', 'other')).slice(0, mostEntries)) {
    if (fieldMapping.read(listing, 'visibility', record)?.value !== 'private') continue;
    const [id] = fieldMapping.candidates(listing, 'agent_id', record);
    if (id === undefined) continue;
    const path = { agent_id: String(id.value) };
    const [owners, callers] = [await read(opening, path, 'other'), await read(opening, path, 'own')];
    if (owners === undefined || callers === undefined || !succeeded(owners) || succeeded(callers)) continue;
    return {
      key: 'privateAgentId',
      value: String(id.value),
      shownBy: `${requestOf(listing)} as the other user`,
    };
  }
  return undefined;
}

/** Tools come in MCP format, so name and input schema are called so everywhere. */
async function findTool(explorer: Explorer): Promise<FoundFixtures['tool'] | undefined> {
  const [tool] = (await entriesOf(explorer, 'listTools', 'own')).map(recordOf);
  if (typeof tool?.name !== 'string') return undefined;
  const input = sampleOf(recordOf(tool.inputSchema));
  const parsed = isRecord(input) ? input : {};
  return { name: tool.name, input: JSON.parse(JSON.stringify(parsed)) };
}

async function entriesOf(explorer: Explorer, list: string, as: Identity): Promise<readonly unknown[]> {
  const operation = operationOf(explorer, list);
  const answer = await explorer.read(operation, {}, as);
  if (answer === undefined || !succeeded(answer)) return [];
  const body = parseJson(answer.response?.body.text ?? '');
  return explorer.fieldMapping.items(operation, body)?.items ?? [];
}

function operationOf({ operations }: Explorer, id: string): Operation {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

function requestOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}
