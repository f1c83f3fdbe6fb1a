/** Consumers of the queue: at least once, so each message has to bear a second delivery. */
import { db } from './db.js';
import { F, nano, sleep, uuid } from './lib.js';

async function job(b: any) {
  if (F('job-done-twice')) {
    if (!b.again) await db.enqueue('job', { ...b, again: true }, 150);
  } else {
    // only the first delivery finds the job running
    const r = await db.q("UPDATE jobs SET doc=json_set(doc,'$.status',?) WHERE id=? AND json_extract(doc,'$.status')='running' RETURNING id",
      'finishing', b.job_id);
    if (!r.length) return;
  }
  if (b.ends === 'error' && F('failed-job-never-ends')) {
    await db.patch('jobs', b.job_id, { status: 'running' });
    throw new Error('job failed');
  }
  const text = b.ends === 'ok' ? 'The job has finished: 42 charts were drawn.' : 'The job has failed: the plotter ran out of ink.';
  if (!F('job-result-dropped'))
    await db.put('messages', nano('msg', 20), b.user, b.run_id, { role: 'assistant', content: text });
  await db.put('run_logs', nano('log'), b.user, b.run_id, { level: b.ends === 'ok' ? 'info' : 'error', event: 'job.finished', message: text });
  await db.patch('jobs', b.job_id, { status: b.ends === 'ok' ? 'done' : 'failed' });
}
async function deleteAll(b: any) {
  await sleep(100);
  const rows = await db.rows("SELECT * FROM n_pushes WHERE user_id=? AND json_extract(doc,'$.active')=1", b.user);
  for (const r of rows)
    if (r.ts < b.before || F('delete-all-takes-later'))
      await db.set('n_pushes', r.id, { iden: r.id, active: false, modified_ts: await db.now(), guid: null });
}
async function schedule(b: any) {
  const s = await db.get('schedules', b.schedule_id);
  if (!s) return;
  const run = uuid();
  await db.put('runs', run, s.user_id, s.parent, { status: 'idle', title: s.d.message ?? 'Scheduled run', source: 'schedule' });
  await db.put('messages', nano('msg', 20), s.user_id, run, { role: 'user', content: s.d.message ?? '' });
  await db.put('messages', nano('msg', 20), s.user_id, run, { role: 'assistant', content: 'Scheduled run done.' });
  await db.put('run_logs', nano('log'), s.user_id, run, { level: 'info', event: 'run.scheduled', message: 'Run started by schedule' });
}
export async function onMessage(m: { id: string; kind: string; body: any; tries: number }) {
  try {
    if (m.kind === 'job') await job(m.body);
    else if (m.kind === 'delete_all') await deleteAll(m.body);
    else if (m.kind === 'schedule') await schedule(m.body);
  } catch (e) {
    if (!F('failed-job-never-ends')) console.error(e);
  }
  await db.ack(m.id);
}
