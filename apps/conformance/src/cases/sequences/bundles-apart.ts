import { alongside, call, fixture, of } from './call.ts';
import type { Call, Reference, Sequence } from './sequence.ts';

const bundle = (name: string) => ({ bundle_id: of(name, 'bundle_id') });
const read = (name: string): Call => call('getBundle', { path: bundle(name) });
const tools = (name: string): Call => call('listBundleTools', { path: bundle(name) });
const reads = ['one', 'other'].flatMap((name) => [read(name), tools(name)]);

const installable = fixture('installableToolId');
const add = (name: string, tool: Reference): Call =>
  call('addBundleTool', { path: bundle(name), body: { tool_id: tool } });

/** Alone, so that no other write makes a cache forget: two bundles, of which one write changes one. */
export const bundlesApart: Sequence = {
  id: 'bundles-apart',
  quiet: true,
  calls: [
    call('listPublicTools', { name: 'tools' }),
    call('listBundles'),
    call('createBundle', { name: 'one' }),
    call('createBundle', { name: 'other' }),
    call('listBundles'),
    ...reads,
    call('updateBundle', { path: bundle('one'), body: {} }),
    ...reads,
    call('listBundles'),
    add('one', installable),
    ...reads,
    call('listBundles'),
    add('one', of('tools', 'tool_id', 0)),
    add('one', of('tools', 'tool_id', 1)),
    alongside(add('one', of('tools', 'tool_id', 2)), {}),
    alongside(add('one', of('tools', 'tool_id', 3)), {}),
    alongside(add('one', of('tools', 'tool_id', 4)), {}),
    { ...add('one', installable), kind: 'open-refusal' },
    ...reads,
    call('createBundle', { name: 'made later' }),
    tools('made later'),
    call('deleteBundle', { path: bundle('made later') }),
    // Neither the first nor the last of them.
    call('removeBundleTool', { path: { ...bundle('one'), tool_id: of('tools', 'tool_id', 1) } }),
    ...reads,
    add('other', installable),
    call('updateBundle', { path: bundle('one'), body: {}, leaves: 'tool' }),
    ...reads,
    call('listBundles'),
    call('deleteBundle', { path: bundle('one') }),
    call('listBundles'),
    read('other'),
    tools('other'),
    call('deleteBundle', { path: bundle('other') }),
    call('listBundles'),
  ],
};
