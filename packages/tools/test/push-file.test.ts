import { describe, expect, it } from 'vitest';
import { ApprovalRequired, BadInput, createApprovals, pushFile } from '../src/executor/index.ts';
import { embedded } from './helpers/embedded.ts';

describe('Pushing a file', () => {
  const file = new Blob(['hello'], { type: 'text/plain' });

  it('is one call: the file lies at the address that the push names', async () => {
    const { executor, service, requests } = await embedded({ runId: 'run-1' });
    const push = await pushFile(executor, { file, name: 'hello.txt', push: { title: 'Look' }, callId: 'c1' });
    expect(push).toMatchObject({
      type: 'file',
      file_name: 'hello.txt',
      file_type: 'text/plain',
      title: 'Look',
    });
    const stored = await service.fetch(new Request(String(Object(push).file_url)));
    expect(await stored.text()).toBe('hello');
    expect(requests.map((each) => each.split('/')[1])).toEqual(['upload-request', 'uploads', 'pushes']);
    const again = await pushFile(executor, {
      file,
      name: 'hello.txt',
      push: { title: 'Look' },
      callId: 'c1',
    });
    expect(again).toEqual(push);
  });

  it('asks before anything is stored, and is bound to what the file holds', async () => {
    const approvals = createApprovals();
    const { executor, requests } = await embedded({ approve: approvals.approve });
    const send = (content: Blob) =>
      pushFile(executor, { file: content, name: 'a.txt', type: 'text/plain', push: { channel_tag: 'news' } });
    await expect(send(file)).rejects.toBeInstanceOf(ApprovalRequired);
    approvals.grant(approvals.pending()[0]?.digest ?? '');
    await expect(send(new Blob(['other']))).rejects.toBeInstanceOf(ApprovalRequired);
    expect(requests).toEqual([]);
    await expect(send(file)).rejects.toBeInstanceOf(BadInput);
    expect(requests).toContain('POST /upload-request');
  });
});
