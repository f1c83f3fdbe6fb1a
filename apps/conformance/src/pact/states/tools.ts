import { identifierOf } from './identifier-of.ts';
import { likely } from './likely.ts';
import { notShown } from './not-shown.ts';
import { soonShown } from './soon-shown.ts';
import { requireFixture, type Scene, type State } from './state.ts';
import { Unreachable } from './unreachable.ts';

/** A tool of the config; its input takes the place of the contract's, whose fields are not known. */
const tool: State = async ({ deployment: { fixtures } }, { input }) => {
  const { name, input: valid, invalidInput } = requireFixture(fixtures.tool, 'fixtures.tool');
  const body = input === 'invalid' ? requireFixture(invalidInput, 'fixtures.tool.invalidInput') : valid;
  const request = { body: JSON.stringify(body), headers: {} };
  return { values: { tool_name: name }, ...(isRun(input) ? { request } : {}) };
};

function isRun(input: unknown): boolean {
  return input === 'valid' || input === 'invalid';
}

async function createBundle({ platform }: Scene): Promise<number> {
  return Number(identifierOf(await platform.succeed('createBundle'), 'bundle_id'));
}

const publicTool: State = async ({ platform }) => {
  const answer = await platform.succeed('listPublicTools');
  const id = identifierOf(answer, 'tool_id', answer.items[0]);
  return { values: { tool_id: id } };
};

const installable =
  (installed: boolean): State =>
  async ({ platform, deployment: { fixtures } }) => {
    const tool_id = requireFixture(fixtures.installableToolId, 'fixtures.installableToolId');
    const path = { tool_id };
    const { status } = await platform.ask('getUserTool', { path });
    if (installed && status === 404) await platform.succeed('installTool', { body: path });
    if (!installed && status === 200) await platform.succeed('uninstallTool', { path });
    return { values: path };
  };

const toolRun: State = async (scene) => {
  const { platform } = scene;
  const { name, input } = requireFixture(scene.deployment.fixtures.tool, 'fixtures.tool');
  await platform.succeed('runTool', { path: { tool_name: name }, input });
  const answer = await soonShown(scene, async () => {
    const logs = await platform.succeed('listToolExecutionLogs');
    return logs.items.length === 0 ? undefined : logs;
  });
  if (answer === undefined)
    throw new Unreachable('listToolExecutionLogs shows no log of a tool that was run');
  return { values: { log_id: Number(identifierOf(answer, 'log_id', answer.items[0])) } };
};

const bundleWithTool: State = async (scene, parameters) => {
  const { values = {} } = await publicTool(scene, parameters);
  const { tool_id = '' } = values;
  const path = { bundle_id: await createBundle(scene) };
  await scene.platform.succeed('addBundleTool', { path, body: { tool_id } });
  return { values: { ...path, tool_id } };
};

/** States of tools and bundles. */
export const tools: Readonly<Record<string, State>> = {
  'a tool': tool,
  'a public tool': publicTool,
  'a toolset': async ({ deployment: { fixtures } }) => ({
    values: { toolset_name: requireFixture(fixtures.toolsetName, 'fixtures.toolsetName') },
  }),
  'a tool that was run': toolRun,
  'a tool that can be installed': installable(false),
  'a tool that cannot be installed': likely(installable(true)),
  'an installed tool': installable(true),
  'a bundle': async (scene) => ({ values: { bundle_id: await createBundle(scene) } }),
  'a bundle with a tool': bundleWithTool,
  'a bundle that cannot be created': notShown,
  'a bundle that cannot be updated': notShown,
};
