import type { Rule } from '../../spec/spec.ts';
import { invalidTokens } from '../scenario.ts';
import { altered, call, fixture, of } from './call.ts';
import { integrationToolCalls } from './integration-tools.ts';
import type { Call, Reference, Sequence } from './sequence.ts';

const partOfName = 'law.part-of-a-name-is-no-name';

const installed = { tool_id: fixture('installableToolId') };

function run(details: Partial<Call> = {}): Call {
  return call('runTool', {
    path: { tool_name: fixture('tool.name') },
    raw: fixture('tool.input'),
    ...details,
  });
}

/** One of the two public tools whose names begin alike the longest. */
function alike(which: 0 | 1): Reference {
  return { of: 'tools', field: 'tool_id', alike: which };
}

function install(name: string, which: 0 | 1): Call {
  return call('installTool', { name, body: { tool_id: alike(which) }, kind: 'open-refusal' });
}

export function toolSequences(rules: readonly Rule[]): readonly Sequence[] {
  return [
    {
      id: 'tool-is-installed',
      calls: [
        call('listUserTools'),
        call('listUserTools', { as: 'other' }),
        call('installTool', { name: 'installed', body: { tool_id: fixture('installableToolId') } }),
        call('listUserTools', { as: 'other' }),
        call('getUserTool', { path: installed }),
        call('listUserTools'),
        // Installing may be what connects the account that they act for.
        ...integrationToolCalls(rules),
        call('uninstallTool', { name: 'uninstalled', path: installed }),
        call('getUserTool', { path: installed, kind: 'refusal' }),
        call('listUserTools'),
        call('uninstallTool', {
          path: installed,
          kind: 'refusal',
          tries: 'user-tools.uninstall-unknown-is-404',
          follows: 'uninstalled',
        }),
      ],
    },
    {
      id: 'tools-are-installed-together',
      quiet: true,
      calls: [
        call('listPublicTools', { name: 'tools' }),
        call('installTool', { name: 'installed', body: { tool_id: fixture('installableToolId') } }),
        call('listUserTools'),
        call('installTool', {
          name: 'second',
          body: { tool_id: of('tools', 'tool_id', 0) },
          kind: 'open-refusal',
        }),
        call('listUserTools'),
        call('getUserTool', { path: installed }),
        call('installTool', { body: { tool_id: { unknown: 'string' } }, kind: 'refusal', times: 4 }),
        call('uninstallTool', { path: { tool_id: of('tools', 'tool_id', 0) }, undoes: 'second' }),
        call('getUserTool', { path: installed, follows: 'installed' }),
        call('uninstallTool', { path: installed, undoes: 'installed' }),
      ],
    },
    {
      id: 'tools-that-begin-alike',
      quiet: true,
      calls: [
        call('listPublicTools', { name: 'tools' }),
        install('one', 0),
        install('other', 1),
        call('listUserTools'),
        call('uninstallTool', { path: { tool_id: alike(0) }, undoes: 'one' }),
        call('getUserTool', { path: { tool_id: alike(1) }, follows: 'other' }),
        call('listUserTools'),
        call('uninstallTool', { path: { tool_id: alike(1) }, undoes: 'other' }),
      ],
    },
    {
      id: 'tool-runs',
      calls: [
        run(),
        run({ query: { service_id: 'default', service_id_namespace: 'global' } }),
        run({ raw: fixture('tool.invalidInput'), kind: 'refusal', tries: 'tools.run-invalid-input-is-400' }),
        run({ as: 'missing', kind: 'refusal', tries: 'tools.run-bad-jwt-is-401' }),
        ...invalidTokens.map((as) => run({ as, kind: 'refusal', tries: 'tools.run-bad-jwt-is-401' })),
        run({
          path: { tool_name: { unknown: 'string' } },
          kind: 'unknown-id',
          tries: 'tools.run-unknown-is-404',
        }),
        run({
          path: { tool_name: altered('tool.name', 'shortened') },
          kind: 'refusal',
          tries: partOfName,
        }),
      ],
    },
    {
      id: 'toolset-and-public-tool',
      calls: [
        call('listToolsets', { name: 'toolsets' }),
        call('getToolset', { path: { toolset_name: of('toolsets', 'toolset_name') } }),
        ...[1, 2].map((item) =>
          call('getToolset', { path: { toolset_name: of('toolsets', 'toolset_name', item) } }),
        ),
        call('getToolset', {
          path: { toolset_name: { of: 'toolsets', field: 'toolset_name', item: 1, or: 'word' } },
        }),
        call('getToolset', { path: { toolset_name: fixture('toolsetName') } }),
        call('listPublicTools', { name: 'tools' }),
        call('getPublicTool', { path: { tool_id: of('tools', 'tool_id') } }),
        call('getPublicTool', { path: installed }),
        call('getPublicTool', { path: installed, as: 'missing' }),
        call('getPublicTool', {
          path: { tool_id: altered('installableToolId', 'shortened') },
          kind: 'refusal',
          tries: partOfName,
        }),
        call('getToolset', {
          path: { toolset_name: altered('toolsetName', 'shortened') },
          kind: 'refusal',
          tries: partOfName,
        }),
      ],
    },
  ];
}
