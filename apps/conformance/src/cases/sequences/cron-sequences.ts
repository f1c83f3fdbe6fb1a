import { invalidCrons, usualCrons } from '../crons.ts';
import { agentBody, call, cron, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const chat = { chat_id: of('agent', 'agent_id') };
const schedule = { schedule_id: of('schedule', 'schedule_id') };

export const cronSequences: readonly Sequence[] = [
  {
    id: 'cron-expressions',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('by the clock', 'private') }),
      call('createSchedule', { name: 'schedule', body: { ...chat, cron } }),
      ...usualCrons.flatMap((expression) => [
        call('updateSchedule', { path: schedule, body: { ...chat, cron: expression }, kind: 'open-refusal' }),
        call('getSchedule', { path: schedule }),
      ]),
      ...usualCrons.slice(-2).flatMap((expression, index) => [
        call('createSchedule', {
          name: `schedule ${index}`,
          body: { ...chat, cron: expression },
          kind: 'open-refusal',
        }),
        call('getSchedule', { path: { schedule_id: of(`schedule ${index}`, 'schedule_id') } }),
        call('deleteSchedule', { path: { schedule_id: of(`schedule ${index}`, 'schedule_id') } }),
      ]),
      ...invalidCrons.map((expression, index) =>
        call(index % 2 === 0 ? 'createSchedule' : 'updateSchedule', {
          ...(index % 2 === 0 ? {} : { path: schedule }),
          body: { ...chat, cron: expression },
          kind: 'open-refusal',
        }),
      ),
      ...[...usualCrons, ...invalidCrons].map((expression) =>
        call('convertTextToCron', { query: { cron: expression }, kind: 'open-refusal' }),
      ),
      // Between two of one writing, so that what comes and goes is told apart.
      ...(['%20', undefined, '%20', undefined] as const).map((spaces) =>
        call('convertTextToCron', { query: { cron: usualCrons[1] }, spaces, kind: 'open-refusal' }),
      ),
      call('deleteSchedule', { path: schedule }),
      call('deleteChat', { path: chat }),
    ],
  },
];
