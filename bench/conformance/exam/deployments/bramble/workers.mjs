// The Workers API.
import { op, z, db, on, fail, hex, now, randomUUID, sleep, Uuid, notFound } from './core.mjs'
import { stream } from 'hono/streaming'
import { BERTHS } from './tools.mjs'

const tag = 'Workers API'
const Message = z.object({ role: z.enum(['user', 'assistant']), content: z.string() }).openapi('Message')
const Turn = z.object({ message: z.string() }).openapi('WorkerMessageRequest')
const Event = z.object({ type: z.enum(['text', 'tool_call', 'tool_result', 'job_started', 'done']), text: z.string().optional(), toolCallId: z.string().optional(), name: z.string().optional(),
  input: z.any().optional(), output: z.any().optional(), jobId: z.string().optional(), runId: z.string().optional() }).openapi('WorkerEvent')
const runHeader = { 'X-Service-Run-ID': { schema: { type: 'string', format: 'uuid' }, description: 'The run', required: true }, 'x-service-job-id': { schema: { type: 'string' }, description: 'Present while a background job runs' } }
const jobHeader = { 'x-service-job-id': { schema: { type: 'string' }, description: 'Present while a background job runs' } }

export const runLog = (run, event, message) => db.runLogs.push({ logId: ++db.seq.runLog, runId: run.runId, agentId: run.agentId, level: 'info', event, message, createdAt: now() })
export function newRun(agentId, userId) {
  const t = now(), run = { runId: randomUUID(), agentId, userId, messages: [], job: null, createdAt: t, updatedAt: t }
  db.runs.set(run.runId, run)
  runLog(run, 'run.started', 'Run started')
  return run
}
function worker(x) {
  const a = db.agents.get(x.p.agent_id)
  if (!a && on('deleted-agent-callable') && db.deletedAgents?.has(x.p.agent_id)) return db.deletedAgents.get(x.p.agent_id)
  if (!a) notFound('agent')
  if (a.visibility === 'private' && a.ownerId !== x.user?.userId) fail(403, 'forbidden', 'This agent is private')
  return a
}
function ownRun(x) {
  const r = db.runs.get(x.p.run_id)
  if (!r || (r.agentId !== x.p.agent_id)) notFound('run')
  return r
}
const clip = (s) => (s.length > 200 ? s.slice(0, 200) + '…' : s)

/** Adds the user's message and the worker's answer; returns events for the stream. */
function turn(agent, run, message) {
  const kept = on('long-message-cut') ? message.slice(0, 1024) : message
  run.messages.push({ role: 'user', content: kept })
  run.updatedAt = now()
  runLog(run, 'message.received', 'Message received')
  const events = []
  const said = run.messages.filter((m) => m.role === 'user')
  let text = `Turn ${said.length}. You said: "${clip(message)}".` + (said.length > 1 ? ` Before that: "${clip(said.at(-2).content)}". First: "${clip(said[0].content)}".` : '')
  const berth = /berth ([A-Z]\d+)/.exec(message)?.[1]
  if (berth) {
    const id = 'call_' + hex(6), output = { berth, vessel: BERTHS[berth]?.vessel ?? null, registry: BERTHS[berth]?.registry ?? null }
    events.push({ type: 'tool_call', toolCallId: id, name: 'find_berth', input: { berth } }, { type: 'tool_result', toolCallId: id, name: 'find_berth', output })
    db.mcpLogs.push({ logId: ++db.seq.mcp, runId: run.runId, agentId: run.agentId, serverName: 'harbor', toolName: 'find_berth', arguments: { berth }, result: output, createdAt: now() })
    runLog(run, 'tool.called', 'find_berth was called')
    text += ` Looked it up: ${output.vessel ?? 'no vessel'} lies at ${berth}.`
  }
  if (/reconciliation job/i.test(message)) {
    const broken = /corrupted/i.test(message), job = { id: 'job_' + hex(8), polls: 0 }
    run.job = job
    events.push({ type: 'tool_call', toolCallId: 'call_' + hex(6), name: 'code_interpreter', input: { background: true } }, { type: 'job_started', jobId: job.id })
    runLog(run, 'job.started', `Job ${job.id} started`)
    text += ' The job runs in the background.'
    setTimeout(() => {
      runLog(run, broken ? 'job.failed' : 'job.finished', `Job ${job.id} ended`)
      if (!(broken && on('failed-job-never-ends'))) run.job = null
      run.messages.push({ role: 'assistant', content: broken ? 'The reconciliation ended with an error.' : 'The reconciliation is finished.' })
      run.updatedAt = now()
    }, broken ? 2000 : 3000)
  }
  run.messages.push({ role: 'assistant', content: text })
  events.push(...(text.match(/\S+\s*/g) ?? [text]).map((t) => ({ type: 'text', text: t })), { type: 'done', runId: run.runId })
  return events
}
function send(x, run, events, nd, isPut) {
  const { c } = x
  if (!(on('ndjson-put-no-run-header') && nd && isPut)) c.header('X-Service-Run-ID', run.runId)
  if (run.job) c.header('x-service-job-id', run.job.id)
  c.header('Content-Type', nd ? 'application/x-ndjson' : 'text/plain; charset=utf-8')
  c.header('Cache-Control', 'no-store')
  return stream(c, async (s) => {
    if (nd) {
      for (const e of events) {
        await s.write(JSON.stringify(e) + '\n'); await s.sleep(1)
      }
      return
    }
    if (on('text-splits-letters')) {
      const bytes = Buffer.from(events.map((e) => e.text ?? '').join(''))
      for (let i = 0; i < bytes.length; i += 16) await s.write(bytes.subarray(i, i + 16).toString('utf8'))
      return
    }
    for (const e of events) {
      if (on('text-shows-tool-output') && e.type === 'tool_result') await s.write(`[${e.name}] ${JSON.stringify(e.output)}\n`)
      if (e.type !== 'text') continue
      await s.write(e.text); await s.sleep(1)
    }
  })
}
function post(nd) {
  return (x) => {
    const a = worker(x)
    const mine = [...db.runs.values()].filter((r) => r.agentId === a.agentId && r.userId === x.user.userId)
    if (on('post-blocked-by-job') && mine.some((r) => r.job)) fail(409, 'job_running', 'A background job is running')
    const same = on('post-same-message-same-run') && mine.find((r) => r.messages[0]?.content === x.b.message && Date.now() - r.createdAt < 60000)
    const run = same || newRun(a.agentId, x.user.userId)
    return send(x, run, turn(a, run, x.b.message), nd, false)
  }
}
function put(nd) {
  return async (x) => {
    const a = worker(x), run = ownRun(x)
    if (run.userId !== x.user.userId) notFound('run')
    if (run.job && !(nd && on('ndjson-put-during-job'))) {
      if (on('refused-put-kept')) run.messages.push({ role: 'user', content: x.b.message })
      fail(409, 'job_running', 'A background job is running')
    }
    if (on('puts-at-once-lose-one')) {
      const before = run.messages.slice()
      await sleep(30)
      run.messages = before
    }
    return send(x, run, turn(a, run, x.b.message), nd, true)
  }
}
const text = { 'text/plain': { schema: z.string() } }, ndjson = { 'application/x-ndjson': { schema: Event } }
const one = { agent_id: Uuid }, two = { agent_id: Uuid, run_id: Uuid }
export function workers() {
  op('post', '/workers/{agent_id}', { tag, auth: 'key', params: one, body: Turn, content: text, headers: runHeader, errs: [403, 404] }, post(false))
  op('put', '/workers/{agent_id}/{run_id}', { tag, auth: 'key', params: two, body: Turn, content: text, headers: runHeader, errs: [403, 404, 409] }, put(false))
  op('post', '/workers/ndjson/{agent_id}', { tag, auth: 'key', params: one, body: Turn, content: ndjson, headers: runHeader, errs: [403, 404] }, post(true))
  op('put', '/workers/ndjson/{agent_id}/{run_id}', { tag, auth: 'key', params: two, body: Turn, content: ndjson, headers: runHeader, errs: [403, 404, 409] }, put(true))
  op('get', '/workers/{agent_id}/{run_id}', { tag, auth: 'key', params: two, out: z.array(Message), headers: jobHeader, errs: [403, 404] }, (x) => {
    worker(x)
    const run = ownRun(x)
    if (run.userId !== x.user?.userId && !on('history-of-others')) notFound('run')
    if (run.job && !(on('job-header-once') && run.job.polls++ > 0)) x.c.header('x-service-job-id', run.job.id)
    return on('history-window') ? run.messages.slice(-8) : run.messages
  })
}
