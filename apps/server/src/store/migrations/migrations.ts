import { createRuns } from './0001-runs.ts';
import { extendApiKeys } from './0002-api-keys.ts';
import { extendAgents } from './0003-agents.ts';
import { createCliAuth } from './0004-cli-auth.ts';
import { createStudioChats } from './0005-studio-chats.ts';
import { createTimelines } from './0010-timelines.ts';
import { createTools } from './0011-tools.ts';
import { createSchedules } from './0012-schedules.ts';
import { createMoney } from './0020-money.ts';
import { createDeployment } from './0021-deployment.ts';
import { indexRunParts } from './0022-run-parts.ts';
import { countJobAttempts } from './0023-job-attempts.ts';
import { notePaymentStanding } from './0024-payment-standing.ts';
import { allowDeletedUsers } from './0025-deleted-users.ts';

/** SQL statements by name, applied once each in the order of the names. Only ever add to it. */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  '0001-runs': createRuns,
  '0002-api-keys': extendApiKeys,
  '0003-agents': extendAgents,
  '0004-cli-auth': createCliAuth,
  '0005-studio-chats': createStudioChats,
  '0010-timelines': createTimelines,
  '0011-tools': createTools,
  '0012-schedules': createSchedules,
  '0020-money': createMoney,
  '0021-deployment': createDeployment,
  '0022-run-parts': indexRunParts,
  '0023-job-attempts': countJobAttempts,
  '0024-payment-standing': notePaymentStanding,
  '0025-deleted-users': allowDeletedUsers,
};
