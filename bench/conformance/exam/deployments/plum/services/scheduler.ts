// Fires the due schedules once a minute: a run of the chat for its owner.
import { schedules, agents } from '#lib/db';
import { stamp } from '#lib/core';
import { nextRun } from './cron.ts';
import { newRun, addMessage } from './worker.ts';

setInterval(() => {
  const now = Date.now();
  for (const s of schedules.all('enabled = 1')) {
    const since = Math.floor((s.last_run ?? s.updated) / 1000);
    const due = nextRun(s.cron, since);
    if (!due || due.getTime() > now) continue;
    schedules.update(s.schedule_id, { last_run: stamp() });
    const agent = agents.get(s.chat_id);
    if (!agent) continue;
    const { run } = newRun(agent, s.user_id, 'run.scheduled');
    addMessage(run, 'user', s.message ?? agent.chat_prompt);
    addMessage(run, 'assistant', 'Done as scheduled.');
  }
}, 20000).unref();
