import { z, ApiError, badRequest, notFound, fault, executions, userTools, stamp, iso, me } from '#lib';
import { notifierTools } from './notifier.ts';

export type ToolDef = { name: string; toolkit: string; title: string; description: string; input: z.ZodTypeAny; inputSchema: Record<string, unknown>; run: (input: any, userId: string) => any };
const obj = (properties: Record<string, unknown>, required: string[]) => ({ type: 'object', properties, required });
const own: ToolDef[] = [
  { name: 'read_tide_table', toolkit: 'sea', title: 'Read tide table', description: 'Reads the tide table of a port: times and heights of high and low water.',
    input: z.object({ port: z.string().min(1), days: z.number().int().min(1).max(14).optional() }),
    inputSchema: obj({ port: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 14 } }, ['port']),
    run: (i) => ({ port: i.port, days: i.days ?? 1, table: 'gauge-7731 HW 06:12 5.8m LW 12:24 0.9m' }) },
  { name: 'read_wind_report', toolkit: 'sea', title: 'Read wind report', description: 'Reads the wind report of a sea area: speed and direction.',
    input: z.object({ area: z.string().min(1) }), inputSchema: obj({ area: { type: 'string' } }, ['area']),
    run: (i) => ({ area: i.area, knots: 14, direction: 'SW' }) },
  { name: 'code_interpreter', toolkit: 'compute', title: 'Code interpreter', description: 'Runs code on the virtual computer, also in the background.',
    input: z.object({ code: z.string(), background: z.boolean().optional() }), inputSchema: obj({ code: { type: 'string' }, background: { type: 'boolean' } }, ['code']),
    run: (i) => ({ exitCode: 0, stdout: `ran ${[...i.code].length} characters`, background: i.background ?? false }) },
  { name: 'sum_amounts', toolkit: 'compute', title: 'Sum amounts', description: 'Adds up a list of amounts in cents.',
    input: z.object({ amounts: z.array(z.number()).min(1) }), inputSchema: obj({ amounts: { type: 'array', items: { type: 'number' } } }, ['amounts']),
    run: (i) => ({ total: i.amounts.reduce((a: number, b: number) => a + b, 0) }) },
];
export const catalog: ToolDef[] = [...own, ...notifierTools];
const byName = new Map(catalog.map((t) => [t.name, t]));
export const toolByName = (name: string) => byName.get(name);

export const toolsets: Record<string, { title: string; description: string }> = {
  sea: { title: 'Sea', description: 'Tides and winds.' },
  compute: { title: 'Compute', description: 'Code and numbers.' },
  notifier: { title: 'Notifier', description: 'Notification pushes to devices, chats and channels.' },
};
export const toolsOf = (set: string) => catalog.filter((t) => t.toolkit === set);
export const toMcp = (t: ToolDef) => ({ id: t.name, name: t.name, title: t.title, description: t.description, inputSchema: t.inputSchema, toolkit: t.toolkit });
export const toPublic = (t: ToolDef) => ({ id: t.name, tool_id: t.name, name: t.name, title: t.title, description: t.description, toolkit: t.toolkit, requiresConnection: t.toolkit === 'notifier', iconUrl: null });
export const toolSetView = (name: string) => ({ id: name, toolset_name: name, name, ...toolsets[name], toolCount: toolsOf(name).length });

export function search(q: string, toolkit: string | null, limit: number, minScore: number) {
  if (fault('search-punctuation-crashes') && /["'()]/.test(q)) throw new Error('fts5: syntax error');
  const words = q.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const scored = catalog.map((t) => {
    const name = t.name.toLowerCase(), text = (t.description + ' ' + t.title + ' ' + t.toolkit).toLowerCase();
    let hits = 0;
    for (const w of words) hits += name.split('_').includes(w) ? 1 : name.includes(w) ? 0.8 : text.includes(w) ? 0.5 : 0;
    const score = name === q.toLowerCase() ? 1 : words.length ? Math.round((hits / words.length) * 0.95 * 1000) / 1000 : 0;
    return { ...toMcp(t), score };
  });
  let out = scored.filter((t) => t.score >= minScore && t.score > 0);
  out.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  if (fault('search-limit-before-toolkit')) return out.slice(0, limit).filter((t) => !toolkit || t.toolkit === toolkit);
  if (fault('search-repeats-tool')) out = out.flatMap((t) => [t, t]);
  if (fault('search-unknown-toolkit-ignored') && toolkit && !Object.hasOwn(toolsets, toolkit)) toolkit = null;
  if (toolkit) out = out.filter((t) => t.toolkit === toolkit);
  return out.slice(0, limit);
}

export async function runTool(name: string, input: any, serviceId: string, namespace: string) {
  const tool = byName.get(name);
  if (!tool) throw notFound('Tool');
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ApiError(400, 'invalid_input', `${issue.path.join('.') || 'input'}: ${issue.message}`);
  }
  const user = me();
  let output: any, failure: ApiError | null = null;
  try { output = tool.run(parsed.data, user.id); } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    failure = e; output = { error: e.message };
  }
  const row = executions.insert({ user_id: user.id, tool_name: name, service_id: serviceId, service_id_namespace: namespace,
    input: fault('execution-input-stripped') ? parsed.data : input, output, status: failure ? 'failed' : 'succeeded', created: stamp() });
  if (failure) throw failure;
  return { id: String(row.log_id), log_id: row.log_id, name, isError: false, content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output, service_id: serviceId, service_id_namespace: namespace };
}
export const executionView = (r: any) => ({ id: r.log_id, log_id: r.log_id, tool_name: r.tool_name, service_id: r.service_id, service_id_namespace: r.service_id_namespace, input: r.input, output: r.output, status: r.status, createdAt: iso(r.created) });

export function userToolView(row: any) {
  const t = byName.get(row.tool_id)!;
  return { ...toPublic(t), id: row.id, tool_id: row.tool_id, installedAt: iso(row.created) };
}
export const installedView = (row: any) => ({ id: row.id, tool_id: row.tool_id, user_id: row.user_id, installedAt: iso(row.created) });
export function findInstalled(toolId: string) {
  const row = userTools.one('user_id = ? AND tool_id = ?', me().id, toolId);
  if (!row) throw notFound('Installed tool');
  return row;
}
