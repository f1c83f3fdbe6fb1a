import { describe, expect, it } from 'vitest';
import { embedded } from './helpers/embedded.ts';

describe('A call that is written in a program', () => {
  it('has the input of its tool, conditions included', async () => {
    const { executor } = await embedded();
    // @ts-expect-error a link has a url
    const link = () => executor.run({ tool: 'NOTIFIER_CREATE_PUSH', input: { type: 'link' } });
    // @ts-expect-error a chat is made with an email
    const chat = () => executor.run({ tool: 'NOTIFIER_CREATE_CHAT', input: { mail: 'a@b.c' } });
    await expect(link()).rejects.toThrow('url is required when type is link');
    await expect(chat()).rejects.toThrow('email is required');
  });
});
