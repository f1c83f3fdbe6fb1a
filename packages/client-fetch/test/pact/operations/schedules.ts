import {
  convertTextToCron,
  createSchedule,
  deleteSchedule,
  getSchedule,
  getScheduleOnboarding,
  listSchedules,
  updateSchedule,
} from '../../../src/index.ts';
import { unspecified } from '../answers.ts';
import { misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Contract } from '../interaction.ts';

const { schedule_id, cron } = examples;
const answer = unspecified;
const weekly = { chat_id: '${chat_id}', cron };

export const schedules: Contract[] = [
  {
    source: listSchedules,
    request: 'GET /me/schedules',
    call: (transport) => listSchedules(transport),
    cases: [succeeds(['a schedule'])],
  },
  {
    source: createSchedule,
    request: 'POST /me/schedules',
    call: (transport, { body }) => createSchedule(transport, body),
    cases: [
      succeeds(['an agent of the caller'], { body: weekly, answer }),
      refuses(403, ['a private agent of another user'], { or: [422], body: weekly }),
    ],
  },
  {
    source: getScheduleOnboarding,
    request: 'GET /me/schedules/onboarding',
    call: (transport) => getScheduleOnboarding(transport),
    cases: [succeeds([], { answer })],
  },
  {
    source: convertTextToCron,
    request: 'GET /me/schedules/text-to-cron',
    call: (transport, { query }) => convertTextToCron(transport, query),
    cases: [
      succeeds(['a cron expression'], { query: { cron: '${cron}' }, answer }),
      refuses(400, [], { when: 'for what is no cron expression', query: { cron: '99 99 99 99 99' } }),
    ],
  },
  {
    source: getSchedule,
    request: 'GET /me/schedules/{schedule_id}',
    call: (transport) => getSchedule(transport, schedule_id),
    cases: [succeeds(['a schedule'], { answer }), misses('schedule_id')],
  },
  {
    source: updateSchedule,
    request: 'PUT /me/schedules/{schedule_id}',
    call: (transport, { body }) => updateSchedule(transport, schedule_id, body),
    cases: [succeeds(['a schedule'], { body: weekly, answer })],
  },
  {
    source: deleteSchedule,
    request: 'DELETE /me/schedules/{schedule_id}',
    call: (transport) => deleteSchedule(transport, schedule_id),
    cases: [succeeds(['a schedule'], { answer })],
  },
];
