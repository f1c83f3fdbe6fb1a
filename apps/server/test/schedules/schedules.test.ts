import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { patience } from '../helpers/patience.ts';
import { runsTold } from '../helpers/runs-told.ts';
import { passTime, startClock } from '../helpers/start-clock.ts';
import type { UserClient } from '../helpers/user-client.ts';

const chat = { chat_id: sandboxAgents.demo };
const unknown = '5a9db0c5-0000-4000-8000-0000000000ff';
const minute = 60_000;

describe('a schedule of a user whose runs are used up', () => {
  const clock = startClock();
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment({ clock, quotas: { runs: 1 } });
  });
  afterAll(() => deployment.close());

  it('starts no more, and says so', async () => {
    const message = 'Once only';
    const body = { ...chat, cron: '* * * * *', message };
    const { schedule_id } = (await deployment.user.call('createSchedule', { body })).body;
    await passTime(clock, 75_000);
    await vi.waitUntil(async () => (await runsTold(deployment, message)).length > 0, patience);
    const path = { schedule_id };
    const started = (await deployment.user.call('getSchedule', { path })).body.last_run_at;
    await passTime(clock, minute);
    const refusal = expect.stringContaining('The quota of 1 runs is used up.');
    await vi.waitFor(() => expect(deployment.reports).toContainEqual(refusal), patience);
    expect(await runsTold(deployment, message)).toHaveLength(1);
    expect((await deployment.user.call('getSchedule', { path })).body.last_run_at).toBe(started);
  });
});

describe('schedules', () => {
  const clock = startClock();
  let deployment: Deployment;
  let user: UserClient;
  let other: UserClient;
  beforeAll(async () => {
    deployment = await startDeployment({ clock });
    ({ user, otherUser: other } = deployment);
  });
  afterAll(() => deployment.close());

  async function create(body: object): Promise<{ schedule_id: string }> {
    const answer = await user.call('createSchedule', { body: { ...chat, ...body } });
    expect(answer.status).toBe(200);
    return answer.body;
  }

  describe('createSchedule', () => {
    it('stores a schedule that its user can read, list and delete', async () => {
      const schedule = await create({ cron: ' 0  9 * * 1 ' });
      expect(schedule).toMatchObject({ ...chat, cron: '0 9 * * 1', last_run_at: null });
      const path = { schedule_id: schedule.schedule_id };
      expect((await user.call('getSchedule', { path })).body).toEqual(schedule);
      expect((await user.call('listSchedules')).body.items).toContainEqual(schedule);
      expect((await user.call('deleteSchedule', { path })).body).toEqual(schedule);
      expect((await user.call('getSchedule', { path })).status).toBe(404);
    });

    it.each([
      ['of another user', sandboxAgents.other],
      ['that is not there', unknown],
      ['with an id of the wrong form', 'demo'],
      ['that is missing', undefined],
    ])('answers 403 to a chat %s', async (_, chatId) => {
      const body = { chat_id: chatId, cron: '* * * * *' };
      expect((await user.call('createSchedule', { body })).status).toBe(403);
    });

    it.each([['* * * *'], ['61 * * * *'], ['every day'], [undefined]])(
      'refuses the cron %j',
      async (cron) => {
        expect((await user.call('createSchedule', { body: { ...chat, cron } })).status).toBe(422);
      },
    );
  });

  describe('updateSchedule', () => {
    it('changes what is given and keeps the rest', async () => {
      const { schedule_id } = await create({ cron: '0 0 1 1 *', message: 'Happy new year' });
      const path = { schedule_id };
      const updated = await user.call('updateSchedule', { path, body: { cron: '0 0 2 1 *' } });
      expect(updated.body).toMatchObject({ ...chat, cron: '0 0 2 1 *', message: 'Happy new year' });
      const wrong = [{ cron: 'never' }, { chat_id: sandboxAgents.other }];
      for (const body of wrong) expect((await user.call('updateSchedule', { path, body })).status).toBe(422);
      expect((await user.call('getSchedule', { path })).body).toEqual(updated.body);
      await user.call('deleteSchedule', { path });
    });
  });

  it('are closed to other users', async () => {
    const { schedule_id } = await create({ cron: '0 0 1 1 *' });
    const path = { schedule_id };
    expect((await other.call('getSchedule', { path })).status).toBe(404);
    expect((await other.call('updateSchedule', { path, body: {} })).status).toBe(422);
    expect((await other.call('deleteSchedule', { path })).status).toBe(422);
    expect((await other.call('listSchedules')).body).toEqual({ items: [] });
    expect((await user.call('deleteSchedule', { path })).status).toBe(200);
  });

  it('refuse ids of the wrong form', async () => {
    const path = { schedule_id: 'monday' };
    for (const id of ['getSchedule', 'updateSchedule', 'deleteSchedule'] as const)
      expect((await user.call(id, { path })).status).toBe(422);
  });

  it('onboarding suggests what text-to-cron understands, until there is a schedule', async () => {
    const { body } = await other.call('getScheduleOnboarding');
    expect(body).toMatchObject({ is_complete: false, schedule_count: 0 });
    for (const { text, cron } of body.suggestions)
      expect((await other.call('convertTextToCron', { query: { cron: text } })).body).toMatchObject({ cron });
  });

  it('text-to-cron refuses what it does not understand', async () => {
    expect((await user.call('convertTextToCron', { query: { cron: 'some day' } })).status).toBe(400);
    expect((await user.call('convertTextToCron', { query: { cron: '' } })).status).toBe(400);
    expect((await user.call('convertTextToCron')).status).toBe(422);
  });

  it('start a run of the chat each time they are due, whatever others are due, and none after their end', async () => {
    const messages = ['Good morning', 'Good day'];
    const made = [];
    for (const message of messages) made.push(await create({ cron: '* * * * *', message }));
    const counts = () =>
      Promise.all(messages.map(async (message) => (await runsTold(deployment, message)).length));
    expect(await counts()).toEqual([0, 0]);
    await passTime(clock, 75_000);
    await vi.waitUntil(async () => (await counts()).every((count) => count > 0), patience);
    await passTime(clock, minute);
    await vi.waitUntil(async () => (await counts()).every((count) => count > 1), patience);
    expect(await counts()).toEqual([2, 2]);
    for (const { schedule_id } of made) {
      const path = { schedule_id };
      expect((await user.call('getSchedule', { path })).body.last_run_at).toMatch(/:00\.000Z$/);
      await user.call('deleteSchedule', { path });
    }
    await passTime(clock, 2 * minute);
    expect(await counts()).toEqual([2, 2]);
  });

  it('start their run at the very beginning of the minute', async () => {
    const message = 'Right now';
    const { schedule_id } = await create({ cron: '* * * * *', message });
    await clock.setTime(Math.ceil(clock.now() / minute) * minute - 20);
    expect(await runsTold(deployment, message)).toHaveLength(0);
    await clock.tick(40);
    await vi.waitUntil(async () => (await runsTold(deployment, message)).length > 0, patience);
    await user.call('deleteSchedule', { path: { schedule_id } });
    // Where the other tests expect it: some seconds past the minute.
    await clock.tick(5_000);
  });

  it('have no run for a time before they were made', async () => {
    const message = 'Too late';
    const before = new Date(clock.now());
    await create({ cron: `${before.getUTCMinutes()} * * * *`, message });
    await passTime(clock, 30_000);
    expect(await runsTold(deployment, message)).toHaveLength(0);
  });

  it('end with their chat', async () => {
    const { agent_id } = (await user.call('upsertAgent', { body: { chat_prompt: 'Be brief.' } })).body;
    const { schedule_id } = await create({ chat_id: agent_id, cron: '* * * * *' });
    const path = { schedule_id };
    await user.call('deleteChat', { path: { chat_id: agent_id } });
    await passTime(clock, 2 * minute);
    await vi.waitUntil(async () => (await user.call('getSchedule', { path })).status === 404, patience);
    expect((await user.call('listSchedules')).body.items).not.toContainEqual(expect.objectContaining(path));
  });

  demandEveryStatus('schedules');
});
