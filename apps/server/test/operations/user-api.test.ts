import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { defineAgentFileSuite } from './agent-file-suite.ts';
import { defineAgentSuite } from './agent-suite.ts';
import { defineApiKeySuite } from './api-key-suite.ts';
import { defineChatSuite } from './chat-suite.ts';
import { defineCliAuthSuite } from './cli-auth-suite.ts';
import { defineStudioChatSuite } from './studio-chat-suite.ts';

describe('users, their keys, agents and chats', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());
  const get = () => deployment;

  defineApiKeySuite(get);
  defineCliAuthSuite(get);
  defineAgentSuite(get);
  defineChatSuite(get);
  defineAgentFileSuite(get, 12);
  defineStudioChatSuite(get);

  it('getCurrentUser tells who is calling', async () => {
    const { status, body } = await deployment.sandboxUser.call('getCurrentUser');
    expect([status, body.tier]).toEqual([200, 'sandbox']);
  });

  demandEveryStatus('agents');

  it('reports nothing but the failures that were asked for', () => {
    expect(deployment.reports.filter((line) => !line.includes('told to fail'))).toEqual([]);
  });
});
