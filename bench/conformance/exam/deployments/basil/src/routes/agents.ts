import { ApiError, invalid, list, notFound, Reply, route, type Ctx } from "../core";
import { all, drain, one, publish, run, tx } from "../db";
import { fault } from "../faults";
import { microsToIso, newUuid, nowSec } from "../ids";
import { agentById, agentsOf, agentView, defaultVisibility, deleteAgent, guardSandbox, insertAgent, insertRun, logRun, needAgent, ownAgent, readableAgent, saveAgent, slugTaken, type Agent } from "../store";
import { Lru } from "../cache";
import { agentDoc } from "../seed";
import { copyFilesAndTheme } from "./files";
import * as S from "../schemas";

const E403 = "No permission", E404 = "No such agent";
const centsOf = (price: { amount: string } | null): number | null => {
  if (price === null) return null;
  const [whole, part = ""] = price.amount.split(".");
  return Number(whole) * 100 + Number((part + "00").slice(0, 2));
};

/** The columns that a body names; what it doesn't name stays out. */
function changesOf(body: Record<string, any>): Partial<Agent> {
  const out: Record<string, any> = {};
  for (const key of ["name", "prompt", "description", "visibility", "vanity_slug", "upsell_description", "labels"]) if (body[key] !== undefined) out[key] = body[key];
  if (body.price !== undefined) out.priceCents = centsOf(body.price);
  return out;
}
const lacksPrompt = (body: Record<string, any>): boolean => typeof body.prompt !== "string" || body.prompt.trim() === "";
const missingPrompt = (): ApiError => new ApiError(400, "missing_chat_prompt", "A chat prompt is required.", "prompt");
const create = (ctx: Ctx, changes: Partial<Agent>, sourceId: string | null = null): Agent =>
  insertAgent(ctx.user, agentDoc({ visibility: defaultVisibility(ctx.user), ...changes }), sourceId);

for (const [path, id] of [["/me/agents", "listAgents"], ["/me/chats", "listChats"]] as const) {
  route({ method: "GET", path, id, tag: path.slice(4), summary: "The caller's own agents, newest first.", auth: "jwt", ok: 200, returns: S.AgentModels, handler: ({ user }) => agentsOf(user) });
}

route({
  method: "POST", path: "/me/agents", id: "upsertAgent", tag: "agents", summary: "Create an agent, or update the one with agent_id.", auth: "jwt", body: S.AgentRequest, ok: 200, returns: S.AgentModel,
  errors: { 400: "Missing chat prompt, sandbox tier setting private, or slug taken", 403: E403, 404: E404 },
  handler: (ctx) => {
    const { body, user } = ctx;
    if (lacksPrompt(body)) throw missingPrompt();
    guardSandbox(user, body.visibility);
    if (body.agent_id == null || fault("agent-upsert-inserts")) return agentView(create(ctx, changesOf(body)));
    return agentView(saveAgent(ownAgent(body.agent_id, user), changesOf(body)));
  },
});
route({
  method: "POST", path: "/me/chats", id: "createChat", tag: "chats", summary: "Create a chat.", auth: "jwt", deprecated: true, body: S.AgentRequest, ok: 200, returns: S.AgentModel,
  errors: { 400: "Missing chat prompt, sandbox tier setting private, or slug taken" },
  handler: (ctx) => {
    if (lacksPrompt(ctx.body)) throw missingPrompt();
    guardSandbox(ctx.user, ctx.body.visibility);
    return agentView(create(ctx, changesOf(ctx.body)));
  },
});

const shown = new Lru<Record<string, unknown>>(1000);
function readAgent(ctx: Ctx, id: string, what: string): unknown {
  if (fault("private-agent-cached-for-all")) {
    const agent = needAgent(id, what);
    const key = `${agent.agentId}:${agent.revision}`;
    return shown.get(key) ?? shown.set(key, agentView(readableAgent(id, ctx.maybeUser, what)));
  }
  return agentView(readableAgent(id, ctx.maybeUser, what));
}
route({
  method: "GET", path: "/me/agents/{agent_id}", id: "getAgent", tag: "agents", summary: "One agent; a private one for its owner only.", auth: "none", params: { agent_id: "string" }, ok: 200, returns: S.AgentModel, errors: { 403: E403, 404: E404 },
  handler: (ctx) => readAgent(ctx, ctx.params.agent_id, "agent"),
});
route({
  method: "GET", path: "/me/chats/{chat_id}", id: "getChat", tag: "chats", summary: "One chat; a private one for its owner only.", auth: "none", params: { chat_id: "string" }, ok: 200, returns: S.AgentModel, errors: { 403: E403, 404: E404 },
  handler: (ctx) => readAgent(ctx, ctx.params.chat_id, "chat"),
});
route({
  method: "POST", path: "/me/agents/{agent_id}/upsell-description", id: "generateUpsellDescription", tag: "agents", summary: "Write an upsell description.", auth: "jwt", params: { agent_id: "string" }, ok: 200, returns: S.AgentModel, errors: { 404: E404, 500: "Generation failed" },
  handler: ({ user, params }) => {
    const agent = needAgent(params.agent_id);
    if (agent.ownerId !== user.userId) throw notFound("agent", "agent_id");
    return agentView(saveAgent(agent, { upsell_description: `Meet ${agent.name}: ${(agent.description ?? agent.prompt).slice(0, 140)} Subscribe to get the whole of it.` }));
  },
});

// --- vanity slugs ----------------------------------------------------------------------------------
const SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
const WORDS = ["amber", "brisk", "calm", "dapper", "eager", "fair", "gentle", "hardy", "keen", "lively"], NOUNS = ["otter", "heron", "basil", "lantern", "harbour", "compass", "thicket", "meadow"];
route({
  method: "POST", path: "/me/agents/vanity/slug", id: "generateSlug", tag: "agents", summary: "A free slug.", auth: "none", body: S.SlugRequest, bodyOptional: true, ok: 200, returns: S.Slug, errors: { 500: "Generation failed" },
  handler: ({ body }) => {
    const base = String(body?.name ?? "").normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40).replace(/-+$/, "");
    for (let i = 0; i < 50; i++) {
      const random = `${WORDS[Math.floor(Math.random() * WORDS.length)]}-${NOUNS[Math.floor(Math.random() * NOUNS.length)]}`;
      const slug = (base || random) + (i === 0 && base ? "" : `-${Math.floor(Math.random() * 9000 + 1000)}`);
      if (!slugTaken(slug, null)) return { object: "slug", slug };
    }
    throw new ApiError(500, "slug_generation_failed", "No free slug was found.");
  },
});
route({
  method: "GET", path: "/me/agents/vanity/slug", id: "checkSlug", tag: "agents", summary: "Whether a slug is free.", auth: "jwt", query: { slug: { kind: "string", required: true } }, ok: 200, returns: S.SlugAvailability,
  handler: ({ query }) => {
    const slug: string = query.slug;
    const taken = fault("slug-like-wildcard") ? !!one("SELECT 1 FROM agents WHERE slug LIKE ? AND deleted = 0", slug) : slugTaken(slug, null);
    const reason = !SLUG.test(slug) ? "invalid" : taken ? "taken" : null;
    return { object: "slug_availability", slug, available: reason === null, reason };
  },
});

// --- vibe coding -----------------------------------------------------------------------------------
const VIBES = [["bolt", "Bolt", "https://bolt.new"], ["lovable", "Lovable", "https://lovable.dev"], ["v0", "v0", "https://v0.dev"]] as const;
route({
  method: "GET", path: "/me/vibe/services", id: "listVibeServices", tag: "agents", summary: "Code generation services.", auth: "none", ok: 200, returns: S.VibeCoderListResponse,
  handler: () => list(VIBES.map(([service_name, title, url]) => ({ object: "vibe_service", service_name, title, url }))),
});
route({
  method: "GET", path: "/me/agents/{agent_id}/vibe", id: "getVibePrompt", tag: "agents", summary: "A prompt for a code generation service.", auth: "jwt", params: { agent_id: "string" },
  query: { service_name: { kind: "string", required: true, enum: VIBES.map((v) => v[0]) } }, ok: 200, returns: S.VibeCoderPromptResponse, errors: { 403: E403, 404: E404 },
  handler: ({ user, params, query }) => {
    const agent = readableAgent(params.agent_id, user);
    const [service_name, title, url] = VIBES.find((v) => v[0] === query.service_name)!;
    const prompt = `Build a web front end in ${title} for the agent "${agent.name}" (${agent.agentId}). It calls the Workers API with an API key and streams the answers.`;
    return { object: "vibe_prompt", agent_id: agent.agentId, service_name, prompt, url: `${url}/?prompt=${encodeURIComponent(prompt)}` };
  },
});

// --- chats -----------------------------------------------------------------------------------------
const CHAT400 = "Sandbox tier setting private, or slug taken";
route({
  method: "PUT", path: "/me/chats/{chat_id}", id: "replaceChat", tag: "chats", summary: "Replace a chat; what is left out gets its default.", auth: "jwt", params: { chat_id: "string" }, body: S.AgentRequest, ok: 200, returns: S.AgentModel, errors: { 400: CHAT400, 403: E403, 404: "No such chat" },
  handler: ({ user, params, body }) => {
    if (lacksPrompt(body)) throw invalid(["body", "prompt"], "A chat prompt is required.", "missing");
    const agent = ownAgent(params.chat_id, user, "chat");
    guardSandbox(user, body.visibility);
    const { revision, created, updated, feedbackCount, ...defaults } = agentDoc({ visibility: defaultVisibility(user) });
    return agentView(saveAgent(agent, { ...defaults, ...changesOf(body) } as Partial<Agent>));
  },
});
route({
  method: "PATCH", path: "/me/chats/{chat_id}", id: "updateChat", tag: "chats", summary: "Change some fields; null clears.", auth: "jwt", params: { chat_id: "string" }, body: S.AgentRequestPartial, ok: 200, returns: S.AgentModel, errors: { 400: CHAT400, 403: E403, 404: "No such chat" },
  handler: ({ user, params, body }) => {
    const agent = ownAgent(params.chat_id, user, "chat");
    guardSandbox(user, body.visibility);
    return agentView(saveAgent(agent, changesOf(body), fault("agent-list-stale")));
  },
});
route({
  method: "DELETE", path: "/me/chats/{chat_id}", id: "deleteChat", tag: "chats", summary: "Delete a chat.", auth: "jwt", params: { chat_id: "string" }, ok: 200, returns: S.AgentModel, errors: { 403: E403, 404: "No such chat" },
  handler: ({ user, params }) => {
    const agent = ownAgent(params.chat_id, user, "chat");
    deleteAgent(agent);
    return agentView(agent);
  },
});
route({
  method: "GET", path: "/me/chats/{chat_id}/og", id: "getChatPreview", tag: "chats", summary: "Social preview; a general one where the chat is private or unknown.", auth: "none", params: { chat_id: "uuid" }, ok: 200, returns: S.SocialPreview,
  handler: ({ params }) => {
    const agent = agentById(params.chat_id);
    const open = agent && (agent.visibility === "public" || fault("og-leaks-private")) ? agent : null;
    return {
      object: "social_preview", title: open?.name ?? "An agent", description: open?.description ?? open?.prompt.slice(0, 200) ?? "Talk to an agent.",
      image_url: `https://img.basil.example/og/${open ? params.chat_id : "default"}.png`, url: `https://basil.example/${open?.vanity_slug ?? `chats/${params.chat_id}`}`,
    };
  },
});
route({
  method: "POST", path: "/me/chats/{chat_id}/clone", id: "cloneChat", tag: "chats", summary: "Copy a public chat, with changes.", auth: "jwt", params: { chat_id: "uuid" }, body: S.AgentRequestPartial, bodyOptional: true, ok: 200, returns: S.AgentModel, errors: { 400: CHAT400, 403: "The chat is not public", 404: "No such chat" },
  handler: (ctx) => {
    const source = needAgent(ctx.params.chat_id, "chat");
    if (source.visibility !== "public" && !fault("chat-clone-of-private")) throw new ApiError(403, "chat_not_public", "Only public chats can be cloned.");
    guardSandbox(ctx.user, ctx.body?.visibility);
    const changes = changesOf(ctx.body ?? {});
    const base: Partial<Agent> = { name: source.name, prompt: source.prompt, description: source.description, visibility: source.visibility, upsell_description: source.upsell_description, labels: source.labels };
    if (fault("clone-mutates-source")) Object.assign(source, changes); // the object of the cache
    return tx(() => {
      const clone = create(ctx, { ...base, ...changes }, source.agentId);
      copyFilesAndTheme(source.agentId, clone.agentId);
      return agentView(clone);
    });
  },
});
route({
  method: "POST", path: "/me/chats/{chat_id}/feedback", id: "giveFeedback", tag: "chats", summary: "Feedback on a chat.", auth: "jwt", params: { chat_id: "string" }, body: S.UserFeedbackRequest, ok: 200, returns: S.AgentModel, errors: { 404: "No such chat" },
  handler: ({ user, params, body }) => {
    const agent = needAgent(params.chat_id, "chat");
    if (agent.visibility !== "public" && agent.ownerId !== user.userId) throw notFound("chat", "chat_id");
    return tx(() => {
      run("INSERT INTO feedback (agent_id, user_id, doc) VALUES (?, ?, ?)", agent.agentId, user.userId, JSON.stringify(body));
      return agentView(saveAgent(agent, { feedbackCount: agent.feedbackCount + 1 }));
    });
  },
});
route({
  method: "POST", path: "/me/chats/{chat_id}/runs", id: "createChatRun", tag: "chats", summary: "A new run of a chat, with its first log entry.", auth: "jwt", params: { chat_id: "uuid" }, ok: 200, returns: S.AgentRunLog, errors: { 403: E403, 404: "No such chat", 500: "Internal error" },
  handler: ({ user, params }) => {
    const agent = readableAgent(params.chat_id, user, "chat");
    return tx(() => {
      const runId = newUuid();
      insertRun(runId, agent.agentId, user.userId, "chat");
      return logRun(runId, "run_created", { chat_id: agent.agentId });
    });
  },
});
