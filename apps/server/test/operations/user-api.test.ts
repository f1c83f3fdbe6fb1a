import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { tellAgentFileStories } from './agent-file-stories.ts';
import { tellAgentStories } from './agent-stories.ts';
import { tellApiKeyStories } from './api-key-stories.ts';
import { tellChatStories } from './chat-stories.ts';
import { tellCliAuthStories } from './cli-auth-stories.ts';
import { tellStudioChatStories } from './studio-chat-stories.ts';

describe('users, their keys, agents and chats', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());
  const get = () => deployment;

  tellApiKeyStories(get);
  tellCliAuthStories(get);
  tellAgentStories(get);
  tellChatStories(get);
  tellAgentFileStories(get, 12);
  tellStudioChatStories(get);

  it('getCurrentUser tells who is calling', async () => {
    const { status, body } = await deployment.sandboxUser.call('getCurrentUser');
    expect([status, body.tier]).toEqual([200, 'sandbox']);
  });

  demandEveryStatus('agents');

  it('reports nothing but the failures that were asked for', () => {
    expect(deployment.reports.filter((line) => !line.includes('told to fail'))).toEqual([]);
  });
});
