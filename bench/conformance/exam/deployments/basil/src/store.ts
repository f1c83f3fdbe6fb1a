import { all, drain, one, onEvent, publish, run, tx, type Row } from "./db";
import { ApiError, forbidden, notFound } from "./core";
import { Lru } from "./cache";
import { fault } from "./faults";
import { isUuid, money, newUuid, nowMicros, nowSec } from "./ids";
import type { User } from "./auth";

export interface Agent {
  agentId: string; ownerId: string; sourceId: string | null; name: string; prompt: string; description: string | null;
  visibility: "private" | "public"; vanity_slug: string | null; upsell_description: string | null; priceCents: number | null;
  feedbackCount: number; labels: Record<string, string>; revision: number; created: number; updated: number;
}

const agents = new Lru<Agent>(5000);
const lists = new Lru<unknown[]>(500);
const toAgent = (r: Row): Agent => ({ ...JSON.parse(r.doc), agentId: r.agent_id, ownerId: r.owner_id, sourceId: r.source_id });

/** What is handed out stands in the cache: copy before changing. */
export function agentById(id: string): Agent | null {
  if (!isUuid(id)) return null;
  const key = id.toLowerCase();
  const hit = agents.get(key);
  if (hit) return hit;
  const row = one("SELECT * FROM agents WHERE agent_id = ? AND deleted = 0", key);
  return row ? agents.set(key, toAgent(row)) : null;
}
export function needAgent(id: string, what = "agent"): Agent {
  const agent = agentById(id);
  if (!agent) throw notFound(what);
  return agent;
}
export function readableAgent(id: string, user: User | null, what = "agent"): Agent {
  const agent = needAgent(id, what);
  if (agent.visibility !== "public" && agent.ownerId !== user?.userId) throw forbidden(what);
  return agent;
}
export function ownAgent(id: string, user: User, what = "agent"): Agent {
  const agent = needAgent(id, what);
  if (agent.ownerId !== user.userId) throw forbidden(what);
  return agent;
}

export const agentView = (a: Agent): Record<string, unknown> => ({
  object: "agent", agent_id: a.agentId, owner_id: a.ownerId, name: a.name, prompt: a.prompt, description: a.description, visibility: a.visibility,
  vanity_slug: a.vanity_slug, upsell_description: a.upsell_description, price: a.priceCents === null ? null : money(a.priceCents),
  feedback_count: a.feedbackCount, labels: a.labels, revision: a.revision, created: a.created, updated: a.updated,
});

function docOf(a: Agent): string {
  const { agentId, ownerId, sourceId, ...doc } = a;
  return JSON.stringify(doc);
}

export const slugTaken = (slug: string, except: string | null): boolean =>
  !!one("SELECT 1 FROM agents WHERE slug = ? AND deleted = 0 AND agent_id <> ?", slug, except ?? "");

export function insertAgent(owner: User, doc: Record<string, any>, sourceId: string | null = null): Agent {
  const id = newUuid();
  if (doc.vanity_slug && slugTaken(doc.vanity_slug, null)) throw new ApiError(400, "slug_taken", "This vanity slug is taken.", "vanity_slug");
  run("INSERT INTO agents (agent_id, owner_id, slug, source_id, doc) VALUES (?, ?, ?, ?, ?)", id, owner.userId, doc.vanity_slug, sourceId, JSON.stringify(doc));
  lists.delete(owner.userId);
  return agentById(id)!;
}

export function saveAgent(before: Agent, changes: Partial<Agent>, keepList = false): Agent {
  const after: Agent = { ...before, ...changes, revision: before.revision + 1, updated: nowSec() };
  if (after.vanity_slug && after.vanity_slug !== before.vanity_slug && slugTaken(after.vanity_slug, before.agentId)) throw new ApiError(400, "slug_taken", "This vanity slug is taken.", "vanity_slug");
  run("UPDATE agents SET doc = ?, slug = ? WHERE agent_id = ?", docOf(after), after.vanity_slug, after.agentId);
  agents.set(after.agentId, after);
  if (!keepList) lists.delete(after.ownerId);
  return after;
}

export function deleteAgent(agent: Agent): void {
  tx(() => {
    run("UPDATE agents SET deleted = 1 WHERE agent_id = ?", agent.agentId);
    if (fault("chat-delete-takes-clones")) run("UPDATE agents SET deleted = 1 WHERE source_id = ?", agent.agentId);
    publish("agent.deleted", { agentId: agent.agentId });
  });
  if (fault("chat-delete-takes-clones")) { agents.clear(); lists.clear(); }
  agents.delete(agent.agentId);
  lists.delete(agent.ownerId);
  drain();
}
onEvent("agent.deleted", ({ agentId }) => {
  run("UPDATE schedules SET enabled = 0, next_run = NULL WHERE chat_id = ?", agentId);
  run("UPDATE subscriptions SET status = 'canceled', canceled = ?, updated = ?, revision = revision + 1 WHERE agent_id = ? AND status = 'active'", nowSec(), nowSec(), agentId);
});

export function agentsOf(user: User): unknown[] {
  const hit = lists.get(user.userId);
  if (hit) return hit;
  return lists.set(user.userId, all("SELECT * FROM agents WHERE owner_id = ? AND deleted = 0 ORDER BY seq DESC", user.userId).map((r) => agentView(toAgent(r))));
}

export function guardSandbox(user: User, visibility: string | null | undefined): void {
  if (user.tier === "sandbox" && visibility === "private") throw new ApiError(400, "sandbox_private", "The sandbox tier can't make anything private.", "visibility");
}
export const defaultVisibility = (user: User): "private" | "public" => (user.tier === "sandbox" ? "public" : "private");

// --- runs ------------------------------------------------------------------------------------------
export function insertRun(runId: string, agentId: string, userId: string, source: string): void {
  run("INSERT OR IGNORE INTO runs (run_id, agent_id, user_id, source, created_us, updated) VALUES (?, ?, ?, ?, ?, ?)", runId, agentId, userId, source, nowMicros(), nowSec());
}
export function logRun(runId: string, kind: string, detail: unknown): Row {
  const now = nowSec();
  const { lastInsertRowid } = run("INSERT INTO run_logs (run_id, kind, detail, created) VALUES (?, ?, ?, ?)", runId, kind, JSON.stringify(detail ?? null), now);
  return { object: "agent_run_log", log_id: Number(lastInsertRowid), run_id: runId, kind, detail: detail ?? null, created: now };
}
export const activeSubscription = (userId: string, agentId: string): boolean =>
  !!one("SELECT 1 FROM subscriptions WHERE user_id = ? AND agent_id = ? AND status = 'active'", userId, agentId);
