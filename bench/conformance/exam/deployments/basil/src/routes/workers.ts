import { ApiError, forbidden, invalid, notFound, route, type Ctx } from "../core";
import { all, one, run, tx } from "../db";
import { fault, tick } from "../faults";
import { newId, newUuid, nowSec } from "../ids";
import { activeSubscription, insertRun, logRun, needAgent, type Agent } from "../store";
import { Lru } from "../cache";
import { jobRunning, replyTo, startJob, type Step } from "../engine";
import * as S from "../schemas";

const encoder = new TextEncoder();
const lastSaid = new Lru<string>(1000);

// Turns of one run follow each other; turns of different runs don't wait.
const tails = new Map<string, Promise<void>>();
async function takeTurn(runId: string): Promise<() => void> {
  const before = tails.get(runId);
  let done!: () => void;
  const mine = new Promise<void>((resolve) => (done = resolve));
  const tail = (before ?? Promise.resolve()).then(() => mine);
  tails.set(runId, tail);
  if (before) await before;
  return () => {
    done();
    if (tails.get(runId) === tail) tails.delete(runId);
  };
}

function usableAgent(ctx: Ctx): Agent {
  const agent = needAgent(ctx.params.agent_id);
  if (agent.ownerId === ctx.user.userId) return agent;
  if (agent.visibility !== "public") throw forbidden("agent");
  if (agent.priceCents !== null && !activeSubscription(ctx.user.userId, agent.agentId)) throw new ApiError(402, "subscription_required", "This agent asks for a subscription.");
  return agent;
}

function append(runId: string, role: string, content: string): number {
  const seq = (one("SELECT COALESCE(MAX(seq), 0) AS n FROM messages WHERE run_id = ?", runId)!.n as number) + 1;
  run("INSERT INTO messages (run_id, seq, role, content, created) VALUES (?, ?, ?, ?, ?)", runId, seq, role, JSON.stringify(content), nowSec());
  run("UPDATE runs SET updated = ? WHERE run_id = ?", nowSec(), runId);
  return seq;
}

interface Turn { runId: string; agent: Agent; userId: string; steps: Step[]; ndjson: boolean; jobId: string | null; userSeq: number; release: () => void }

/** At most `size` UTF-16 units each, never through a pair of surrogates. */
function pieces(text: string, size = 28): string[] {
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + size, text.length);
    const c = text.charCodeAt(end - 1);
    if (end < text.length && c >= 0xd800 && c <= 0xdbff) end++;
    out.push(text.slice(at, end));
    at = end;
  }
  return out;
}

function brokenPieces(text: string): string[] {
  const bytes = encoder.encode(text);
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at += 28) out.push(new TextDecoder().decode(bytes.subarray(at, at + 28)));
  return out;
}

function answer(turn: Turn): Response {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let open = true;
  let aborted = false;
  const stream = new ReadableStream<Uint8Array>({
    start(c) { controller = c; },
    cancel() { open = false; aborted = true; },
  });
  const held: Uint8Array[] = [];
  const write = (text: string): void => {
    const bytes = encoder.encode(text);
    if (fault("text-stream-buffered") && !turn.ndjson) held.push(bytes);
    else if (open) controller.enqueue(bytes);
  };
  const event = (e: Record<string, unknown>): void => { if (turn.ndjson) write(JSON.stringify(e) + "\n"); };
  const say = (text: string): void => {
    if (turn.ndjson) {
      for (const delta of pieces(text)) {
        if (fault("ndjson-newline-raw")) write(`{"type":"text.delta","delta":"${delta.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"}\n`);
        else event({ type: "text.delta", delta });
      }
      return;
    }
    const parts = fault("stream-splits-characters") ? brokenPieces(text) : pieces(text);
    if (fault("stream-last-chunk-lost") && parts.length > 3) parts.pop();
    for (const part of parts) write(part);
  };

  const work = async (): Promise<void> => {
    let said = "";
    event({ type: "run.started", run_id: turn.runId, agent_id: turn.agent.agentId });
    for (const step of turn.steps) {
      if (step.kind === "wait") await tick(step.ms);
      else if (step.kind === "say") { said += step.text; say(step.text); }
      else if (step.kind === "tool") {
        const id = newId("call", 12);
        event({ type: "tool.call", call_id: id, name: step.name, arguments: step.input });
        if (!fault("ndjson-hides-tool-response")) event({ type: "tool.response", call_id: id, name: step.name, output: step.output });
        tx(() => {
          run("INSERT INTO mcp_logs (run_id, server, tool, input, output, created) VALUES (?, ?, ?, ?, ?, ?)", turn.runId, step.server, step.name, JSON.stringify(step.input), JSON.stringify(step.output), nowSec());
          logRun(turn.runId, "tool_call", { tool: step.name });
        });
      } else event({ type: "job.started", job_id: turn.jobId });
    }
    if (aborted && fault("aborted-turn-forgotten")) {
      run("DELETE FROM messages WHERE run_id = ? AND seq = ?", turn.runId, turn.userSeq);
      return;
    }
    tx(() => {
      append(turn.runId, "assistant", said);
      logRun(turn.runId, "assistant_message", { characters: said.length });
    });
    event({ type: "message", role: "assistant", content: said });
    event({ type: "run.completed", run_id: turn.runId });
  };
  void work()
    .catch((error) => console.error("turn", error))
    .finally(() => {
      turn.release();
      if (!open) return;
      open = false;
      for (const bytes of held) controller.enqueue(bytes);
      controller.close();
    });

  const headers: Record<string, string> = {
    "content-type": turn.ndjson ? "application/x-ndjson; charset=utf-8" : "text/plain; charset=utf-8",
    "cache-control": "no-store", "x-accel-buffering": "no", "x-service-run-id": turn.runId,
  };
  if (turn.jobId) headers["x-service-job-id"] = turn.jobId;
  return new Response(stream, { headers });
}

/** The user's message is stored and the answer planned, all before the first byte goes out. */
function openTurn(ctx: Ctx, agent: Agent, runId: string, ndjson: boolean, release: () => void, seq?: number): Turn {
  const message: string = ctx.body.message;
  return tx(() => {
    const earlier = one("SELECT content FROM messages WHERE run_id = ? AND role = 'user' ORDER BY seq DESC LIMIT 1", runId);
    const count = one("SELECT COUNT(*) AS n FROM messages WHERE run_id = ? AND role = 'user'", runId)!.n as number;
    let previous: string | null = earlier ? JSON.parse(earlier.content) : null;
    if (fault("post-remembers-earlier-run")) {
      previous ??= lastSaid.get(agent.agentId) ?? null;
      lastSaid.set(agent.agentId, message);
    }
    const userSeq = seq ?? append(runId, "user", message);
    logRun(runId, "user_message", { characters: message.length });
    const steps = replyTo(message, count + 1, previous, runId);
    const job = steps.find((s) => s.kind === "job");
    const jobId = job && job.kind === "job" ? startJob(runId, agent.agentId, ctx.user.userId, job.fails) : null;
    return { runId, agent, userId: ctx.user.userId, steps, ndjson, jobId, userSeq, release };
  });
}

let currentRunId = "";
async function start(ctx: Ctx, ndjson: boolean): Promise<Response> {
  const agent = usableAgent(ctx);
  let runId = newUuid();
  if (fault("concurrent-posts-share-run")) {
    currentRunId = runId;
    await tick(3);
    runId = currentRunId;
  }
  if (fault("post-refused-during-job") && one("SELECT 1 FROM jobs WHERE agent_id = ? AND user_id = ? AND status = 'running'", agent.agentId, ctx.user.userId)) {
    throw new ApiError(409, "job_running", "A background job runs.");
  }
  const release = await takeTurn(runId);
  try {
    const turn = tx(() => {
      insertRun(runId, agent.agentId, ctx.user.userId, "api");
      return openTurn(ctx, agent, runId, ndjson, release);
    });
    return answer(turn);
  } catch (error) {
    release();
    throw error;
  }
}

function ownRun(ctx: Ctx): void {
  const row = one("SELECT user_id, agent_id FROM runs WHERE run_id = ?", ctx.params.run_id);
  const foreign = row?.user_id !== ctx.user.userId && !(fault("foreign-run-readable") && ctx.request.method === "GET");
  if (!row || row.agent_id !== ctx.params.agent_id || foreign) throw notFound("run", "run_id");
}
const refuseDuringJob = (runId: string): void => {
  if (jobRunning(runId)) throw new ApiError(409, "job_running", "A background job runs; wait until x-service-job-id is gone.");
};

async function resume(ctx: Ctx, ndjson: boolean): Promise<Response> {
  const agent = usableAgent(ctx);
  ownRun(ctx);
  const runId: string = ctx.params.run_id;
  if (fault("empty-resume-refused") && !ctx.body.message) throw invalid(["body", "message"], "A message is required.", "missing");
  const unguarded = fault("ndjson-put-during-job") && ndjson;
  if (fault("job-put-message-kept") && jobRunning(runId)) append(runId, "user", ctx.body.message);
  if (!unguarded) refuseDuringJob(runId);
  let seq: number | undefined;
  if (fault("concurrent-puts-lose-message")) {
    seq = (one("SELECT COALESCE(MAX(seq), 0) AS n FROM messages WHERE run_id = ?", runId)!.n as number) + 1;
    await tick(3);
    run("INSERT OR REPLACE INTO messages (run_id, seq, role, content, created) VALUES (?, ?, 'user', ?, ?)", runId, seq, JSON.stringify(ctx.body.message), nowSec());
  }
  const release = await takeTurn(runId);
  try {
    if (!unguarded) refuseDuringJob(runId);
    const turn = openTurn(ctx, agent, runId, ndjson, release, seq);
    if (fault("put-trims-history")) run("DELETE FROM messages WHERE run_id = ? AND seq < ?", runId, turn.userSeq - 3);
    const response = answer(turn);
    if (fault("ndjson-put-without-run-id") && ndjson) response.headers.delete("x-service-run-id");
    return response;
  } catch (error) {
    release();
    throw error;
  }
}

const RUN_HEADERS = { "X-Service-Run-ID": "The run.", "x-service-job-id": "The background job that this turn started, if any." };
const ERR = { 402: "Subscription required", 403: "Private agent", 404: "No such agent or run" };
for (const ndjson of [false, true]) {
  const base = ndjson ? "/agents/ndjson/{agent_id}" : "/agents/{agent_id}";
  const produces = ndjson ? "application/x-ndjson" : "text/plain";
  const name = ndjson ? "Ndjson" : "";
  route({
    method: "POST", path: base, id: `startRun${name}`, tag: "Workers", summary: "Start a run.", auth: "key", params: { agent_id: "uuid" },
    body: S.StartRunRequest, ok: 200, returns: null, produces, okHeaders: RUN_HEADERS, errors: ERR, handler: (ctx) => start(ctx, ndjson),
  });
  route({
    method: "PUT", path: `${base}/{run_id}`, id: `continueRun${name}`, tag: "Workers", summary: "Continue a run.", auth: "key", params: { agent_id: "uuid", run_id: "uuid" },
    body: S.ContinueRunRequest, ok: 200, returns: null, produces, okHeaders: RUN_HEADERS, errors: { ...ERR, 409: "A background job runs" }, handler: (ctx) => resume(ctx, ndjson),
  });
}
route({
  method: "GET", path: "/agents/{agent_id}/{run_id}", id: "getRun", tag: "Workers", summary: "The messages of a run.", auth: "key", params: { agent_id: "uuid", run_id: "uuid" },
  ok: 200, returns: S.Messages, okHeaders: { "x-service-job-id": "There while a background job runs." }, errors: { 404: ERR[404] },
  handler: (ctx) => {
    needAgent(ctx.params.agent_id);
    ownRun(ctx);
    const order = fault("messages-in-text-order") ? "CAST(seq AS TEXT)" : "seq";
    const data = all(`SELECT role, content FROM messages WHERE run_id = ? ORDER BY ${order}`, ctx.params.run_id).map((m) => ({ role: m.role, content: JSON.parse(m.content) }));
    const job = jobRunning(ctx.params.run_id);
    const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
    if (job) headers["x-service-job-id"] = job;
    return new Response(JSON.stringify(data), { headers });
  },
});
