import { randomUUID } from 'node:crypto';
import { wordOf } from '../../exchanges/resolve-references.ts';
import { type JsonRecord, recordOf } from '../../json/json-record.ts';
import { callerOf, otherUser } from './caller-of.ts';
import { identifierOf } from './identifier-of.ts';
import type { Scene, State } from './state.ts';
import { Unreachable } from './unreachable.ts';

const prompt = { chat_prompt: 'Be brief.' };
/** More than this many files is asking too much of somebody's deployment. */
const mostFiles = 100;

async function createAgent(
  scene: Scene,
  body: JsonRecord,
  caller: { credential?: string } = callerOf(scene),
) {
  const answer = await scene.platform.succeed('upsertAgent', { body: { ...prompt, ...body }, ...caller });
  const id = String(identifierOf(answer, 'agent_id'));
  return { agent_id: id, chat_id: id };
}

/** A file of the agent, or undefined where the agent takes no more. */
async function createFile(
  scene: Scene,
  { agent_id }: { agent_id: string },
  caller = callerOf(scene),
): Promise<string | undefined> {
  const body = { name: `${randomUUID()}.txt`, content: 'Tides come twice a day.' };
  const answer = await scene.platform.ask('createAgentFile', { path: { agent_id }, body, ...caller });
  if (answer.status === 400) return undefined;
  if (answer.status !== 201) throw new Unreachable(`createAgentFile answered ${answer.status}`);
  return String(identifierOf(answer, 'file_id'));
}

async function requireFile(
  scene: Scene,
  agent: { agent_id: string },
  caller = callerOf(scene),
): Promise<string> {
  const file = await createFile(scene, agent, caller);
  if (file === undefined) throw new Unreachable('an agent took no file');
  return file;
}

const withFiles =
  (count: number): State =>
  async (scene) => {
    const agent = await createAgent(scene, {});
    const file_id = await requireFile(scene, agent);
    const other_file_id = count > 1 ? await requireFile(scene, agent) : file_id;
    return { values: { ...agent, file_id, other_file_id } };
  };

const withAllFiles: State = async (scene) => {
  const agent = await createAgent(scene, {});
  for (let count = 0; count < mostFiles; count += 1) {
    if ((await createFile(scene, agent)) === undefined) return { values: agent };
  }
  throw new Unreachable(`an agent took ${mostFiles} files, and its limit is not shown`);
};

const ofAnother: State = async (scene) => {
  const { privateAgentId } = scene.deployment.fixtures;
  if (privateAgentId !== undefined) return { values: { agent_id: privateAgentId, chat_id: privateAgentId } };
  return { values: await createAgent(scene, { visibility: 'private' }, otherUser(scene)) };
};

const fileOfAnother: State = async (scene) => {
  const agent = await createAgent(scene, { visibility: 'private' }, otherUser(scene));
  const file_id = await requireFile(scene, agent, otherUser(scene));
  return { values: { ...agent, file_id } };
};

/** The list in an answer, whatever it is wrapped in. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return Object.values(recordOf(value))
    .map(listIn)
    .find((list) => list !== undefined);
}

/** A service's name may stand alone or in a record: neither is shown. */
const vibeService: State = async ({ platform }) => {
  const answer = await platform.succeed('listVibeServices');
  const list = listIn(answer.body) ?? [];
  const [first] = list;
  const name = typeof first === 'string' ? first : answer.read('service_name', first);
  if (typeof name === 'string') return { values: { service_name: name } };
  const word = wordOf(first, list)?.value;
  if (typeof word !== 'string') throw new Unreachable('listVibeServices shows no name of a service');
  return { values: { service_name: word }, doubt: async () => guessedName };
};

const guessedName = {
  isTrouble: false,
  why: 'where listVibeServices shows the name of a service is only guessed; bindings in the config can tell it',
};

/** States of agents, which are chats as well. */
export const agents: Readonly<Record<string, State>> = {
  'an agent of the caller': async (scene) => ({ values: await createAgent(scene, {}) }),
  'a private agent of the caller': async (scene) => ({
    values: await createAgent(scene, { visibility: 'private' }),
  }),
  'a public agent of another user': async (scene) => ({
    values: await createAgent(scene, { visibility: 'public' }, otherUser(scene)),
  }),
  'a private agent of another user': ofAnother,
  'a private agent of another user with a file': fileOfAnother,
  'an agent with a theme': async (scene) => {
    const agent = await createAgent(scene, {});
    await scene.platform.succeed('setAgentTheme', { path: agent, body: { theme_color: '#336699' } });
    return { values: agent };
  },
  'an agent with a file': withFiles(1),
  'an agent with two files': withFiles(2),
  'an agent with as many files as it may have': withAllFiles,
  'a vibe service': vibeService,
};
