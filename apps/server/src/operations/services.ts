import type { JobGate } from '../agents/jobs/job-gate.ts';
import type { ModelSource } from '../agents/model/agent-model.ts';
import type { ToolCatalog } from '../agents/tools/tool-catalog.ts';
import type { Turns } from '../agents/turns/turns.ts';
import type { AddressLimit } from '../domain/address-limit.ts';
import type { QuotaGuard } from '../domain/quotas.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Payments } from '../payments/open-payments.ts';
import type { Logger } from '../platform/logger.ts';
import type { Identity } from '../platform/oidc-verifier.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { Store } from '../store/store.ts';
import type { Faults } from './fault-injection.ts';

/** What the operations work with. */
export interface Services {
  store: Store;
  turns: Turns;
  model: ModelSource;
  identity: Identity;
  secretBox: SecretBox;
  payments: Payments;
  /** How much each user may have. */
  quotas: QuotaGuard;
  /** How many CLI auth sessions an address may open. */
  sessionLimit: AddressLimit;
  faults: Faults;
  jobGate: JobGate;
  tools: ToolCatalog;
  notifications: Notifications;
  schedules: Schedules;
  /** Tells the operator of what was done; undefined: that's not wanted. */
  infoLogger: Logger | undefined;
  /** Hosts of MCP servers that users may register. */
  mcpHosts: readonly string[];
  /** Where clients reach the deployment; undefined: where each request was sent. */
  publicUrl: string | undefined;
}
