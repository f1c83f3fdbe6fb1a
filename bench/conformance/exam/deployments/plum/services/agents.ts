import { z, str, nstr, db, sql, agents, themes, files, feedbacks, runs, schedules, subscriptions, transaction, stamp, uuid, cuid, iso, me, viewer, cache, forget, fault, badRequest, forbidden, notFound, invalid, type User } from '#lib';

export const zVisibility = z.enum(['private', 'public']);
const zSlug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens').min(3).max(60);
const shape = {
  agent_id: str(100).nullable().optional(), name: str(200).nullable().optional(), description: nstr(), chat_prompt: nstr(200000), welcome_message: nstr(),
  visibility: zVisibility.nullable().optional(), vanity_slug: zSlug.nullable().optional(), upsell_description: nstr(), model: str(100).nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(), tags: z.array(str(60)).max(50).nullable().optional(), priceCents: z.number().int().min(0).max(1_000_000).nullable().optional(),
};
export const AgentRequest = z.object(fault('agent-mass-assignment') ? { ...shape, owner_id: z.string().optional() } : shape);
export const AgentRequestPartial = fault('agent-patch-defaults') ? AgentRequest.extend({ visibility: zVisibility.default('public') }) : AgentRequest;

export const agentView = (a: any) => ({
  id: a.agent_id, agent_id: a.agent_id, chat_id: a.agent_id, owner_id: a.owner_id, name: a.name, description: a.description, chat_prompt: a.chat_prompt, welcome_message: a.welcome_message,
  visibility: a.visibility, vanity_slug: a.vanity_slug, upsell_description: a.upsell_description, model: a.model, temperature: a.temperature, tags: a.tags ?? [],
  priceCents: a.price_cents, is_paid: !!a.price_cents, cloned_from: a.cloned_from, feedback_count: a.feedback_count, created_at: iso(a.created), updated_at: iso(a.updated),
});
export const getAgent = cache((id: string) => agents.get(id.toLowerCase()) ?? agents.one('vanity_slug = ?', id.toLowerCase()));
export function findAgent(id: string): any {
  const a = getAgent(id);
  if (!a) throw notFound('Agent');
  return a;
}
export function canView(a: any, user: User | null): boolean {
  return a.visibility === 'public' || (fault('private-agent-anonymous') ? !user || user.id === a.owner_id : user?.id === a.owner_id);
}
export function visibleAgent(id: string) {
  const a = findAgent(id);
  if (!canView(a, viewer())) throw forbidden();
  return a;
}
export function ownAgent(id: string) {
  const a = findAgent(id);
  if (a.owner_id !== me().id) throw forbidden();
  return a;
}
const needPrompt = (input: any) => { if (!input.chat_prompt?.trim()) throw badRequest('missing_chat_prompt', 'A chat prompt is required.'); };
const noPrivateInSandbox = (input: any) => { if (input.visibility === 'private' && me().tier === 'sandbox') throw badRequest('sandbox_private', 'The sandbox tier cannot make agents private.'); };
function slugFree(slug: string | null | undefined, self: string | null) {
  if (!slug) return;
  const holder = agents.one('vanity_slug = ?', slug);
  if (holder && holder.agent_id !== self) throw badRequest('slug_taken', 'This vanity slug is taken.');
}
/** FAULT: the words null and None are taken for a missing value. */
const nothing = (input: any) => Object.fromEntries(Object.entries(input).map(([k, v]) => [k, ['name', 'description', 'welcome_message', 'upsell_description'].includes(k) && (v === 'null' || v === 'None') ? null : v]));
const escaped = (t: string) => t.replace(/[&<>"']/g, (ch) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[ch]!);
export function createAgent(input: any, check = true) {
  needPrompt(input);
  if (check) noPrivateInSandbox(input);
  slugFree(input.vanity_slug, null);
  const at = stamp();
  forget();
  return agents.insert({
    agent_id: uuid(), owner_id: me().id, name: input.name ?? 'Untitled agent', description: input.description ?? null, chat_prompt: input.chat_prompt, welcome_message: input.welcome_message ?? null,
    visibility: input.visibility ?? 'public', vanity_slug: input.vanity_slug ?? null, upsell_description: input.upsell_description ?? null, model: input.model ?? 'plum-1',
    temperature: fault('temperature-zero') ? input.temperature || 0.7 : input.temperature ?? 0.7, tags: input.tags ?? [], price_cents: input.priceCents ?? null, cloned_from: null, feedback_count: 0, created: at, updated: at,
  });
}
const COLUMN: Record<string, string> = { priceCents: 'price_cents' };
const NOT_NULL = new Set(['name', 'chat_prompt', 'visibility', 'model', 'temperature', 'tags']);
/** Only what was given is changed; null empties what may be empty. */
function write(a: any, input: any) {
  slugFree(input.vanity_slug, a.agent_id);
  const sets: string[] = ['updated = ?'], args: any[] = [stamp()];
  for (const [k, v] of Object.entries(input)) {
    if (k === 'agent_id' || v === undefined || (v === null && NOT_NULL.has(k) && !(k === 'chat_prompt' && fault('null-prompt-poisons-whole-list')))) continue;
    if (v === null && fault('patch-null-ignored')) continue;
    sets.push(`${COLUMN[k] ?? k} = ?`);
    args.push(k === 'tags' ? JSON.stringify(v) : v);
  }
  db.prepare(`UPDATE agents SET ${sets.join(', ')} WHERE agent_id = ?`).run(...args, a.agent_id);
  forget();
  return agents.get(a.agent_id);
}
export function upsertAgent(input: any) {
  if (fault('name-null-becomes-nothing')) input = nothing(input);
  needPrompt(input);
  if (!input.agent_id) return createAgent(input);
  const a = findAgent(input.agent_id);
  if (a.owner_id !== me().id && !fault('upsert-takes-over')) throw forbidden();
  noPrivateInSandbox(input);
  return write(a, input);
}
export function replaceAgent(id: string, input: any) {
  const a = ownAgent(id);
  needPrompt(input);
  noPrivateInSandbox(input);
  if (fault('form-save-own-slug-taken')) slugFree(input.vanity_slug, null);
  if (fault('form-roundtrip-escapes-again')) input = { ...input, chat_prompt: escaped(input.chat_prompt) };
  if (fault('full-save-deletes-files')) files.remove('agent_id = ?', a.agent_id);
  return write(a, { name: 'Untitled agent', description: null, welcome_message: null, visibility: 'public', vanity_slug: null, upsell_description: null, model: 'plum-1', temperature: 0.7, tags: [], priceCents: null,
    ...Object.fromEntries(Object.entries(input).filter(([k, v]) => v !== undefined && !(v === null && NOT_NULL.has(k)))) });
}
export function patchAgent(id: string, input: any) {
  const a = ownAgent(id);
  if (typeof input.chat_prompt === 'string') needPrompt(input);
  if (fault('refused-private-patch-half-applied') && input.visibility === 'private' && me().tier === 'sandbox') write(a, { ...input, visibility: undefined });
  if (fault('sandbox-cannot-edit-anything')) noPrivateInSandbox({ visibility: input.visibility ?? 'private' });
  if (fault('sandbox-check-after-write')) { const row = write(a, input); noPrivateInSandbox(input); return row; }
  noPrivateInSandbox(input);
  return write(a, input);
}
export function deleteAgent(id: string) {
  const a = ownAgent(id);
  transaction(() => {
    agents.remove('agent_id = ?', a.agent_id);
    if (fault('delete-removes-all-files')) files.remove('owner_id = ?', a.owner_id); else files.remove('agent_id = ?', a.agent_id);
    themes.remove('agent_id = ?', a.agent_id);
    feedbacks.remove('agent_id = ?', a.agent_id);
    if (!fault('delete-keeps-schedules')) schedules.remove('chat_id = ?', a.agent_id);
    subscriptions.remove('agent_id = ?', a.agent_id);
  });
  forget();
  return a;
}
export function cloneAgent(id: string, over: any) {
  const a = findAgent(id);
  if (a.visibility !== 'public') throw forbidden('This chat is not public.');
  noPrivateInSandbox(over);
  const given = Object.fromEntries(Object.entries(over).filter(([, v]) => v !== undefined && v !== null));
  const base = { name: a.name, description: a.description, chat_prompt: a.chat_prompt, welcome_message: a.welcome_message, model: a.model, temperature: a.temperature, tags: a.tags, visibility: 'public' };
  return transaction(() => {
    if (fault('clone-override-written-to-source')) write(a, { ...given, vanity_slug: undefined });
    const copy = createAgent(fault('clone-override-lost') ? { ...given, ...base } : { ...base, ...given }, false);
    agents.update(copy.agent_id, { cloned_from: a.agent_id });
    if (fault('clone-keeps-vanity-slug') && !given.vanity_slug) agents.update(copy.agent_id, { vanity_slug: a.vanity_slug });
    if (fault('clone-partial-body-blanks-the-rest') && Object.keys(given).length) agents.update(copy.agent_id, { name: given.name ?? 'Untitled agent', description: given.description ?? null, welcome_message: given.welcome_message ?? null, chat_prompt: given.chat_prompt ?? '' });
    const source = fault('clone-flattens-file-positions') ? files.all('agent_id = ? ORDER BY created', a.agent_id).map((f, i) => ({ ...f, position: i })) : files.all('agent_id = ? ORDER BY position', a.agent_id);
    for (const f of source) {
      const copied = files.insert({ ...f, file_id: uuid(), agent_id: copy.agent_id, owner_id: copy.owner_id });
      if (fault('clone-shares-file-rows')) { const row = twins.get(f.file_id) ?? [f.file_id]; row.push(copied.file_id); for (const x of row) twins.set(x, row); }
    }
    const t = themes.get(a.agent_id);
    if (t) themes.insert({ ...t, agent_id: copy.agent_id });
    return agents.get(copy.agent_id);
  });
}
const twins = new Map<string, string[]>(); // FAULT: files that are one row
const readable = (rows: any[]) => {
  if (fault('null-prompt-poisons-whole-list') && rows.some((a) => a.chat_prompt === null)) throw new Error('chat_prompt: none is not an allowed value');
  return rows;
};
export const listAgents = () => readable(fault('agent-list-shows-others') ? agents.all("owner_id = ? OR visibility = 'public' ORDER BY created DESC", me().id) : agents.all('owner_id = ? ORDER BY created DESC', me().id));

// Vanity slugs
const reserved = new Set<string>();
const slugAnswers = new Map<string, boolean>();
export function slugAvailable(slug: string): boolean {
  const s = slug.toLowerCase();
  if (fault('slug-availability-cached') && slugAnswers.has(s)) return slugAnswers.get(s)!;
  const ok = zSlug.safeParse(s).success && !agents.one(fault('slug-check-blind-to-private-agents') ? "vanity_slug = ? AND visibility = 'public'" : 'vanity_slug = ?', s) && !reserved.has(s);
  if (ok && fault('slug-check-reserves-the-slug')) reserved.add(s);
  slugAnswers.set(s, ok);
  return ok;
}
export function makeSlug(text: string): string {
  const words = text.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
  let base = (fault('slug-first-gap-only') ? words.replace(/[^a-z0-9]+/, '-') : words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')).slice(0, 50).replace(/-+$/, '');
  if (fault('slug-empty-for-non-latin-name') && !base && /\p{L}/u.test(text)) return '';
  if (base.length < 3) base = `agent-${base}${base && '-'}${cuid().slice(1, 7)}`;
  let slug = base;
  for (let n = 2; agents.one('vanity_slug = ?', slug); n++) slug = `${base}-${n}`;
  return slug;
}

// Files
export const FILE_LIMIT = 12;
export const fileView = (f: any) => ({ id: f.file_id, file_id: f.file_id, agent_id: f.agent_id, name: f.name, content: f.content, mimeType: f.mime_type, sizeBytes: f.content === null ? 0 : Buffer.byteLength(f.content), position: f.position, createdAt: iso(f.created), updatedAt: iso(f.updated) });
export function listFiles(agentId: string) {
  const rows = files.all('agent_id = ? ORDER BY position', agentId);
  if (fault('file-order-as-text')) rows.sort((a, b) => String(a.position).localeCompare(String(b.position)));
  return { data: rows.map(fileView), nextCursor: null };
}
/** FAULT: the column is JSON. */
function asJson(text: any) {
  if (!fault('file-content-that-looks-like-json') || typeof text !== 'string') return text;
  if (/^\d{1,15}$/.test(text)) return String(Number(text));
  try { return JSON.stringify(JSON.parse(text)); } catch { return text; }
}
const dropped = new Map<string, number>();
function reorder(list: any[]) { list.forEach((f, i) => { if (f.position !== i) files.update(f.file_id, { position: i }); }); }
export function createFile(agentId: string, input: any) {
  const list = files.all('agent_id = ? ORDER BY position', agentId);
  if (list.length + (dropped.get(agentId) ?? 0) >= FILE_LIMIT + (fault('file-limit-off-by-one') ? 1 : 0)) throw badRequest('file_limit', `An agent has at most ${FILE_LIMIT} files.`);
  return transaction(() => {
    const at = stamp();
    const f = files.insert({ file_id: uuid(), agent_id: agentId, owner_id: me().id, name: input.name, content: asJson(input.content ?? null), mime_type: input.mimeType ?? 'text/plain', position: 9999, created: at, updated: at });
    list.splice(Math.min(input.position ?? list.length, list.length), 0, f);
    reorder(list);
    if (fault('file-storage-keyed-by-name')) sql('UPDATE files SET content = ? WHERE name = ?').run(f.content, f.name);
    const made = files.get(f.file_id);
    if (fault('file-text-cut-at-64k') && Buffer.byteLength(f.content ?? '') > 65535) files.update(f.file_id, { content: Buffer.from(f.content).subarray(0, 65535).toString().replace(/\uFFFD+$/, '') });
    return made;
  });
}
export function findFile(agentId: string, fileId: string) {
  const f = files.get(fileId);
  if (!f || (f.agent_id !== agentId && !fault('file-of-other-agent'))) throw notFound('File');
  return f;
}
export function patchFile(f: any, input: any) {
  return transaction(() => {
    const patch: any = { updated: stamp() };
    if (input.name != null) patch.name = input.name;
    if (input.mimeType != null) patch.mime_type = input.mimeType;
    files.update(f.file_id, patch);
    if (input.content !== undefined || fault('file-patch-loses-content')) db.prepare('UPDATE files SET content = ? WHERE file_id = ?').run(asJson(input.content ?? null), f.file_id);
    if (fault('file-storage-keyed-by-name') && input.content !== undefined) sql('UPDATE files SET content = ? WHERE name = ?').run(input.content, patch.name ?? f.name);
    for (const id of twins.get(f.file_id) ?? []) { const now = files.get(f.file_id); files.update(id, { name: now.name, content: now.content, mime_type: now.mime_type, updated: now.updated }); }
    if (fault('patched-file-jumps-to-end') && input.position == null) input = { ...input, position: FILE_LIMIT };
    if (fault('patch-file-position-zero-ignored') ? input.position : input.position != null) {
      const rest = files.all('agent_id = ? AND file_id <> ? ORDER BY position', f.agent_id, f.file_id);
      rest.splice(Math.min(input.position, rest.length), 0, files.get(f.file_id));
      reorder(rest);
    }
    return files.get(f.file_id);
  });
}
export function deleteFile(f: any) {
  if (fault('file-cap-never-freed')) dropped.set(f.agent_id, (dropped.get(f.agent_id) ?? 0) + 1);
  for (const id of twins.get(f.file_id) ?? []) {
    const other = files.get(id);
    if (!other || id === f.file_id) continue;
    files.remove('file_id = ?', id);
    reorder(files.all('agent_id = ? ORDER BY position', other.agent_id));
  }
  transaction(() => { files.remove('file_id = ?', f.file_id); reorder(files.all('agent_id = ? ORDER BY position', f.agent_id)); });
}
export function orderFiles(agentId: string, positions: { file_id: string; position: number }[]) {
  const list = files.all('agent_id = ? ORDER BY position', agentId);
  const want = new Map(positions.map((p) => [p.file_id.toLowerCase(), p.position]));
  if (want.size !== positions.length || new Set(want.values()).size !== want.size) throw invalid(['body', 'positions'], 'each file and each position may stand once');
  if (fault('positions-reach-foreign-file')) for (const [id, at] of [...want]) {
    const f = files.get(id);
    if (!f || f.agent_id === agentId) continue;
    const there = files.all('agent_id = ? AND file_id <> ? ORDER BY position', f.agent_id, id);
    there.splice(Math.min(at, there.length), 0, f);
    reorder(there);
    want.delete(id);
  }
  if (fault('positions-swap-crashes')) {
    const now = new Map(list.filter((f) => want.has(f.file_id)).map((f) => [f.file_id, f.position]));
    for (const [id, at] of want) { if ([...now].some(([other, p]) => other !== id && p === at)) throw new Error('UNIQUE constraint failed: files.agent_id, files.position'); now.set(id, at); }
  }
  for (const id of want.keys()) if (!list.some((f) => f.file_id === id)) throw notFound('File');
  const rest = list.filter((f) => !want.has(f.file_id));
  if (fault('positions-subset-removes-others') && want.size) for (const f of rest.splice(0)) files.remove('file_id = ?', f.file_id);
  for (const [id, at] of [...want].sort((a, b) => a[1] - b[1])) rest.splice(Math.min(at, rest.length), 0, list.find((f) => f.file_id === id));
  transaction(() => { if (fault('positions-last-only')) { const [id, at] = [...want].at(-1)!; const l = list.filter((f) => f.file_id !== id); l.splice(at, 0, list.find((f) => f.file_id === id)); reorder(l); } else reorder(rest); });
  return listFiles(agentId);
}
