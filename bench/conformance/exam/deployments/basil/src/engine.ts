import { one, run, tx } from "./db";
import { fault } from "./faults";
import { newId, nowSec } from "./ids";
import { logRun } from "./store";

/** What the worker does for one message, known before the first byte of the answer. */
export type Step =
  | { kind: "say"; text: string }
  | { kind: "wait"; ms: number }
  | { kind: "tool"; server: string; name: string; input: unknown; output: unknown }
  | { kind: "job"; fails: boolean };

export const JOB_MS = 3000;
const COUNT = 20;

export function replyTo(message: string, turn: number, previous: string | null, runId: string): Step[] {
  const steps: Step[] = [];
  const say = (text: string): void => void steps.push({ kind: "say", text });
  const job = one("SELECT job_id, status, result FROM jobs WHERE run_id = ? AND status <> 'running' AND reported = 0 ORDER BY rowid DESC LIMIT 1", runId);
  if (job) {
    run("UPDATE jobs SET reported = 1 WHERE run_id = ? AND status <> 'running'", runId);
    say(job.status === "succeeded" ? "The background job is done: 42 crates counted. " : "The background job failed: the crane is stuck. ");
  }
  const fails = /start a job that fails/i.test(message);
  if (fails || /start the long job/i.test(message)) {
    say("I have put this into a background job");
    steps.push({ kind: "tool", server: "virtual-computer", name: "code_interpreter", input: { code: fails ? "raise CraneStuck()" : "count_crates()", background: true }, output: { accepted: true, sandbox: "vc-basil-1" } });
    steps.push({ kind: "job", fails });
    say(" and will know more when it has ended.");
  } else if (/what is the tide/i.test(message)) {
    say("Let me look that up. ");
    steps.push({ kind: "tool", server: "sea", name: "read_tide_table", input: { port: "Hull" }, output: { port: "Hull", rows: [{ at: "06:14", metres: 6.9 }], source: "RAW-TIDE-7731" } });
    say("High water at Hull comes at fourteen past six in the morning.");
  } else if (/count slowly/i.test(message)) {
    for (let i = 1; i <= COUNT; i++) {
      say(i === 1 ? "1" : `, ${i}`);
      steps.push({ kind: "wait", ms: 100 });
    }
    say(". Done counting.");
  } else {
    say(`You said: "${message}". That is message ${turn} of this conversation.`);
    if (previous !== null) say(` Before that you said: "${previous}".`);
  }
  return steps;
}

export const jobRunning = (runId: string): string | null => (one("SELECT job_id FROM runs WHERE run_id = ?", runId)?.job_id as string | null) ?? null;

export function startJob(runId: string, agentId: string, userId: string, fails: boolean): string {
  const jobId = newId("job");
  run("INSERT INTO jobs (job_id, run_id, agent_id, user_id, status, started) VALUES (?, ?, ?, ?, 'running', ?)", jobId, runId, agentId, userId, nowSec());
  run("UPDATE runs SET job_id = ? WHERE run_id = ?", jobId, runId);
  logRun(runId, "job_started", { job_id: jobId });
  setTimeout(() => {
    void work(fails)
      .then((result) => end(jobId, runId, agentId, "succeeded", result))
      .catch((error: Error) => {
        if (fault("failed-job-never-ends")) return;
        end(jobId, runId, agentId, "failed", error.message);
      });
  }, JOB_MS);
  return jobId;
}

async function work(fails: boolean): Promise<string> {
  if (fails) throw new Error("the crane is stuck");
  return "42 crates";
}

function end(jobId: string, runId: string, agentId: string, status: string, result: string): void {
  tx(() => {
    run("UPDATE jobs SET status = ?, result = ?, ended = ? WHERE job_id = ?", status, result, nowSec(), jobId);
    if (fault("job-end-ends-others")) run("UPDATE runs SET job_id = NULL WHERE agent_id = ?", agentId);
    else run("UPDATE runs SET job_id = NULL WHERE run_id = ? AND job_id = ?", runId, jobId);
    logRun(runId, "job_ended", { job_id: jobId, status });
  });
}
