import { randomUUID } from 'node:crypto';
import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import { agentBy, inOrder, ownedBy, type Schedule } from '../store.ts';

const one = {
  path: '/me/schedules/{schedule_id}',
  ids: { schedule_id: 'uuid' },
  unspecified: 'Schedule',
} as const;

export const scheduleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/schedules',
    answer: 'ScheduleListResponse',
    statuses: [500],
    handle: ({ style, store, user }) =>
      ok({ items: inOrder(style, ownedBy(store.schedules, user)).map((one) => ({ ...one })) }),
  },
  {
    method: 'POST',
    path: '/me/schedules',
    input: 'ScheduleRequest',
    unspecified: 'Schedule',
    statuses: [403, 500],
    handle: create,
  },
  {
    method: 'GET',
    path: '/me/schedules/onboarding',
    unspecified: 'Onboarding',
    statuses: [500],
    handle: () => ({ status: 200, unspecified: { count: 0 } }),
  },
  {
    method: 'GET',
    path: '/me/schedules/text-to-cron',
    unspecified: 'CronResult',
    query: [{ name: 'cron', json: { type: 'string' }, required: true }],
    statuses: [400, 500],
    handle: toCron,
  },
  {
    ...one,
    method: 'GET',
    statuses: [404, 500],
    handle: (call) => onSchedule(call, (schedule) => shown(schedule), notFound('schedule')),
  },
  {
    ...one,
    method: 'PUT',
    input: 'ScheduleUpdateRequest',
    statuses: [500],
    handle: (call) => onSchedule(call, (schedule) => update(call, schedule)),
  },
  {
    ...one,
    method: 'DELETE',
    statuses: [500],
    handle: (call) =>
      onSchedule(call, (schedule) => {
        call.store.schedules.delete(schedule.schedule_id);
        return shown(schedule);
      }),
  },
];

function shown(schedule: Schedule): Answer {
  return { status: 200, unspecified: { ...schedule } };
}

/** What an unknown schedule answers to PUT and DELETE is not shown. */
function onSchedule(call: Call, then: (schedule: Schedule) => Answer, unknown?: Answer): Answer {
  const schedule = call.store.schedules.get(call.path.schedule_id?.toLowerCase() ?? '');
  if (schedule?.owner === call.user.id) return then(schedule);
  return unknown ?? refuse(call.style.choices.schedules.unknown, 'No such schedule');
}

const cronForm =
  /^([\d*/,-]+|\w{3}) +([\d*/,-]+) +([\d*/,-]+) +([\d*/,-]+|\w{3}) +([\d*/,-]+|\w{3}(-\w{3})?)$/;

const mostOfFields = [59, 23, 31, 12, 7];

function isCronForm(text: string): boolean {
  const fields = text.split(/ +/);
  const isInRange = fields.every((field, index) =>
    (field.match(/\d+/g) ?? []).every((number) => Number(number) <= (mostOfFields[index] ?? 0)),
  );
  return cronForm.test(text) && isInRange;
}

function refusalOf(call: Call): Answer | undefined {
  const { cron, chat_id } = call.body.fields;
  if (typeof cron === 'string' && !isCronForm(cron)) {
    return refuse(call.style.choices.schedules.invalidCron, 'Invalid cron expression');
  }
  if (chat_id === undefined) return undefined;
  const chat = agentBy(call.store, `${chat_id}`);
  const isOwn = chat?.owner === call.user.id && !chat.deleted;
  return isOwn ? undefined : refuse(403, 'Not a chat of yours');
}

/** The chat as it was sent, or by the identifier that chats have of their own. */
function chatOf({ style, store, body }: Call): string | undefined {
  const { chat_id } = body.fields;
  if (chat_id === undefined) return undefined;
  return style.choices.agents.chatsHaveIds ? agentBy(store, `${chat_id}`)?.chat_id : `${chat_id}`;
}

function create(call: Call): Answer {
  const { style, store, user, body } = call;
  const refusal = refusalOf(call);
  if (refusal) return refusal;
  const schedule: Schedule = {
    schedule_id: randomUUID(),
    chat_id: chatOf(call) ?? '',
    cron: `${body.fields.cron}`,
    owner: user.id,
    created_at: store.now(),
    attributes: body.attributes,
  };
  store.schedules.set(schedule.schedule_id, schedule);
  const { schedule_id } = schedule;
  const forms = { record: { ...schedule }, id: { schedule_id }, nothing: {} };
  return { status: 200, unspecified: forms[style.choices.schedules.created] };
}

function update(call: Call, schedule: Schedule): Answer {
  const { cron } = call.body.fields;
  const refusal = refusalOf(call);
  if (refusal) return refusal;
  const changed: Schedule = {
    ...schedule,
    cron: `${cron}`,
    chat_id: chatOf(call) ?? schedule.chat_id,
    attributes: { ...schedule.attributes, ...call.body.attributes },
  };
  call.store.schedules.set(schedule.schedule_id, changed);
  return shown(changed);
}

function toCron({ style, query }: Call): Answer {
  const { cron = '' } = query;
  const { toCron: reading } = style.choices.schedules;
  const isCron = isCronForm(cron);
  const isText = /\b(every|daily|hour|day|week|month)/i.test(cron);
  const isTaken = (isCron && reading !== 'text') || (isText && reading !== 'expression');
  if (!isTaken) return refuse(400, 'Invalid cron expression');
  return { status: 200, unspecified: { cron: isCron ? cron : '0 9 * * *' } };
}
