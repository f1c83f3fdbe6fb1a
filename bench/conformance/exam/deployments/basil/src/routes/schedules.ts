import { ApiError, invalid, list, notFound, route } from "../core";
import { all, one, run, tx, type Row } from "../db";
import { fault } from "../faults";
import { newUuid, nowSec } from "../ids";
import { nextRun, parseCron, toCron, type Cron } from "../cron";
import { agentById, insertRun, logRun } from "../store";
import { userById, type User } from "../auth";
import * as S from "../schemas";

const view = (r: Row): Record<string, unknown> => {
  const d = JSON.parse(r.doc);
  return { object: "schedule", schedule_id: r.schedule_id, chat_id: r.chat_id, cron: d.cron, message: d.message, enabled: r.enabled === 1, next_run: r.next_run, last_run: d.lastRun, last_run_id: d.lastRunId, labels: d.labels, revision: d.revision, created: d.created, updated: d.updated };
};
function need(user: User, id: string): Row {
  const row = one("SELECT * FROM schedules WHERE schedule_id = ? AND user_id = ?", id, user.userId);
  if (!row) throw notFound("schedule", "schedule_id");
  return row;
}
function ownChat(user: User, id: unknown): string {
  const agent = typeof id === "string" ? agentById(id) : null;
  if (!agent || (agent.ownerId !== user.userId && !fault("schedule-foreign-chat"))) throw new ApiError(403, "chat_not_yours", "The chat id is missing, not valid, or not yours.", "chat_id");
  return agent.agentId;
}
function mustParse(text: unknown): Cron {
  const cron = parseCron(text);
  if (!cron) throw invalid(["body", "cron"], "This is no cron expression.", "cron");
  return cron;
}
const E500 = { 500: "Internal error" };
const params = { schedule_id: "uuid" as const };
route({
  method: "GET", path: "/me/schedules", id: "listSchedules", tag: "schedules", summary: "The caller's schedules, newest first.", auth: "jwt", ok: 200, returns: S.ScheduleListResponse, errors: E500,
  handler: ({ user }) => list(all("SELECT * FROM schedules WHERE user_id = ? ORDER BY seq DESC", user.userId).map(view)),
});
route({
  method: "POST", path: "/me/schedules", id: "createSchedule", tag: "schedules", summary: "Run a chat by a cron expression (UTC).", auth: "jwt", body: S.ScheduleRequest, ok: 200, returns: S.Schedule, errors: { 403: "Chat id invalid, missing or not the caller's", ...E500 },
  handler: ({ user, body }) => {
    const chatId = ownChat(user, body.chat_id), cron = mustParse(body.cron), now = nowSec(), id = newUuid(), enabled = body.enabled ?? true;
    const doc = { cron: body.cron, message: body.message ?? null, lastRun: null, lastRunId: null, labels: body.labels ?? {}, revision: 1, created: now, updated: now };
    run("INSERT INTO schedules (schedule_id, user_id, chat_id, enabled, next_run, doc) VALUES (?, ?, ?, ?, ?, ?)", id, user.userId, chatId, enabled ? 1 : 0, enabled ? nextRun(cron, now) : null, JSON.stringify(doc));
    return view(need(user, id));
  },
});
route({
  method: "GET", path: "/me/schedules/onboarding", id: "getScheduleOnboarding", tag: "schedules", summary: "First steps.", auth: "jwt", ok: 200, returns: S.ScheduleOnboarding, errors: E500,
  handler: ({ user }) => {
    const n = one("SELECT COUNT(*) AS n FROM schedules WHERE user_id = ?", user.userId)!.n as number;
    return { object: "schedule_onboarding", completed: n > 0, schedule_count: n, suggestions: [{ title: "Every morning", cron: "0 9 * * *" }, { title: "Mondays", cron: "0 9 * * 1" }] };
  },
});
route({
  method: "GET", path: "/me/schedules/text-to-cron", id: "textToCron", tag: "schedules", summary: "A cron expression from text.", auth: "jwt", query: { cron: { kind: "string", required: true } }, ok: 200, returns: S.ConvertedCron, errors: { 400: "Invalid cron expression", ...E500 },
  handler: ({ query }) => {
    const cron = toCron(query.cron);
    if (!cron) throw new ApiError(400, "invalid_cron", "This is no cron expression.", "cron");
    return { object: "cron", cron: cron.text, next_run: nextRun(cron, nowSec()) };
  },
});
route({
  method: "GET", path: "/me/schedules/{schedule_id}", id: "getSchedule", tag: "schedules", summary: "One schedule.", auth: "jwt", params, ok: 200, returns: S.Schedule, errors: { 404: "No such schedule", ...E500 },
  handler: ({ user, params }) => view(need(user, params.schedule_id)),
});
route({
  method: "PUT", path: "/me/schedules/{schedule_id}", id: "updateSchedule", tag: "schedules", summary: "Change a schedule; what is left out stays.", auth: "jwt", params, body: S.ScheduleUpdateRequest, ok: 200, returns: S.Schedule, errors: { 403: "Chat not the caller's", 404: "No such schedule", ...E500 },
  handler: ({ user, params, body }) =>
    tx(() => {
      const row = need(user, params.schedule_id);
      const doc = JSON.parse(row.doc);
      const chatId = body.chat_id === undefined ? row.chat_id : ownChat(user, body.chat_id);
      const next = { ...doc, cron: body.cron ?? doc.cron, message: body.message === undefined ? doc.message : body.message, labels: body.labels ?? doc.labels, revision: doc.revision + 1, updated: nowSec() };
      const cron = mustParse(next.cron), enabled = body.enabled ?? row.enabled === 1;
      if (fault("schedule-update-not-kept")) return { ...view(row), cron: next.cron, message: next.message, enabled, revision: next.revision };
      run("UPDATE schedules SET chat_id = ?, enabled = ?, next_run = ?, doc = ? WHERE seq = ?", chatId, enabled ? 1 : 0, enabled ? nextRun(cron, nowSec()) : null, JSON.stringify(next), row.seq);
      return view(need(user, params.schedule_id));
    }),
});
route({
  method: "DELETE", path: "/me/schedules/{schedule_id}", id: "deleteSchedule", tag: "schedules", summary: "Delete a schedule.", auth: "jwt", params, ok: 200, returns: S.Schedule, errors: { 404: "No such schedule", ...E500 },
  handler: ({ user, params }) => {
    const row = need(user, params.schedule_id);
    run("DELETE FROM schedules WHERE seq = ?", row.seq);
    return view(row);
  },
});

/** Starts what is due: a run with the schedule's message and the worker's answer. */
function work(): void {
  const now = nowSec();
  for (const row of all("SELECT * FROM schedules WHERE enabled = 1 AND next_run <= ? LIMIT 50", now)) {
    tx(() => {
      const doc = JSON.parse(row.doc), runId = newUuid(), cron = parseCron(doc.cron);
      insertRun(runId, row.chat_id, row.user_id, "schedule");
      const message: string = doc.message ?? "Scheduled run.";
      run("INSERT INTO messages (run_id, seq, role, content, created) VALUES (?, 1, 'user', ?, ?), (?, 2, 'assistant', ?, ?)", runId, JSON.stringify(message), now, runId, JSON.stringify(`You said: "${message}". That is message 1 of this conversation.`), now);
      logRun(runId, "schedule", { schedule_id: row.schedule_id });
      run("UPDATE schedules SET next_run = ?, doc = ? WHERE seq = ?", cron ? nextRun(cron, now) : null, JSON.stringify({ ...doc, lastRun: now, lastRunId: runId }), row.seq);
    });
  }
}
setInterval(work, 1000).unref();
