import { agentBody, alongside, call, cron, fixture, foreign, moreThanAPage, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const second = { schedule_id: of('second', 'schedule_id') };
const schedule = { schedule_id: of('schedule', 'schedule_id') };
const own = { chat_id: of('agent', 'agent_id'), cron };
const create = call('createSchedule', { name: 'schedule', body: own });
const remove = call('deleteSchedule', { path: schedule });

export const scheduleSequences: readonly Sequence[] = [
  {
    id: 'schedule-lives',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('on schedule', 'private') }),
      create,
      alongside(create, { name: 'second' }),
      call('getSchedule', { path: schedule }),
      // As it is kept, before the other one is changed.
      call('getSchedule', { path: second, later: true }),
      call('listSchedules'),
      call('updateSchedule', { path: schedule, body: own }),
      // Another expression in the form that most know.
      call('updateSchedule', { path: schedule, body: { ...own, cron: '30 8 * * 2' }, kind: 'open-refusal' }),
      call('getSchedule', { path: schedule }),
      call('getSchedule', { path: schedule, later: true }),
      call('getSchedule', { path: schedule }),
      call('listSchedules', { as: 'other' }),
      foreign(call('getSchedule', { path: schedule })),
      foreign(call('updateSchedule', { path: schedule, body: { ...own, cron: '45 6 * * 4' } })),
      // Another user's chat may be refused, before it is asked whose schedule it is.
      foreign(call('updateSchedule', { path: schedule, body: { cron: '45 6 * * 4' } })),
      call('getSchedule', { path: schedule }),
      foreign(remove),
      foreign(call('createSchedule', { body: own }), 'schedules.create-foreign-chat-is-403'),
      call('upsertAgent', { name: 'of another', as: 'other', body: agentBody('of another', 'public') }),
      call('createSchedule', {
        name: 'foreign',
        body: { chat_id: of('of another', 'agent_id'), cron },
        kind: 'refusal',
        tries: 'law.schedule-stays-with-own-chats',
      }),
      call('getSchedule', { path: { schedule_id: of('foreign', 'schedule_id') } }),
      call('deleteChat', { as: 'other', path: { chat_id: of('of another', 'agent_id') } }),
      call('getSchedule', { path: schedule }),
      remove,
      call('getSchedule', { path: schedule, kind: 'open-refusal' }),
      call('getSchedule', { path: second }),
      call('listSchedules'),
      { ...remove, path: second },
      { ...create, name: 'third' },
      call('listSchedules'),
      { ...remove, path: { schedule_id: of('third', 'schedule_id') } },
      call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } }),
    ],
  },
  {
    id: 'schedule-mutations',
    calls: [
      call('createSchedule', {
        body: { chat_id: fixture('privateAgentId'), cron },
        kind: 'refusal',
        tries: 'schedules.create-foreign-chat-is-403',
      }),
      call('createSchedule', {
        body: { chat_id: { unknown: 'uuid' }, cron },
        kind: 'refusal',
        tries: 'schedules.create-invalid-chat-is-403',
      }),
      call('createSchedule', {
        body: { chat_id: 'no-identifier-of-a-chat', cron },
        kind: 'refusal',
        tries: 'schedules.create-invalid-chat-is-403',
      }),
      call('createSchedule', {
        body: { cron },
        without: ['chat_id'],
        kind: 'refusal',
        tries: 'schedules.create-missing-chat-is-403',
      }),
    ],
  },
  // More of them than a page of a list that is in one piece would have.
  {
    id: 'many-schedules',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('with many schedules', 'private') }),
      { ...create, times: moreThanAPage },
      call('listSchedules', { later: true }),
    ],
  },
];
