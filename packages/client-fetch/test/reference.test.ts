import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkersClient, JobRunningError, type WorkersClient } from '../src/index.ts';
import { type Reference, startReference } from './helpers/reference-server.ts';

describe('A run on the reference deployment', () => {
  let reference: Reference;
  let workers: WorkersClient;

  beforeAll(async () => {
    reference = await startReference();
    workers = createWorkersClient({ agentsUrl: reference.agentsUrl, apiKey: reference.credentials.apiKey });
  });
  afterAll(() => reference.stop());

  it('streams text, is spoken to again, and keeps its history', async () => {
    const { agentId, message } = reference.fixtures;
    const run = await workers.start(agentId, message);
    expect(run.id).toMatch(/^[0-9a-f-]{36}$/);
    const first = await run.text.join();
    expect(first).not.toBe('');
    const more = await run.send('And more?');
    const second = await more.text.join();
    expect(more.id).toBe(run.id);
    expect(await run.messages()).toMatchObject([
      { role: 'user', content: message },
      { role: 'assistant', content: first },
      { role: 'user', content: 'And more?' },
      { role: 'assistant', content: second },
    ]);
  });

  it('streams events', async () => {
    const run = await workers.startForEvents(reference.fixtures.agentId, reference.fixtures.message);
    const events = await run.events.toArray();
    expect(events.length).toBeGreaterThan(0);
    expect(run.id).not.toBe('');
  });

  it('refuses a message while its job runs, waits, and is resumed from its id', async () => {
    const { backgroundAgentId, backgroundMessage } = reference.fixtures;
    const run = await workers.start(backgroundAgentId, backgroundMessage);
    await run.text.join();
    const error = await run.send('Are you done?').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JobRunningError);
    if (error instanceof JobRunningError) await error.idle({ poll: 50, timeout: 30_000 });
    expect(run.job).toBeNull();
    const resumed = await workers.resume(backgroundAgentId, run.id).send('Go on.');
    expect(await resumed.text.join()).not.toBe('');
  });
});
