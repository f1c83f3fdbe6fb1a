import type { Faults } from './control/faults.ts';
import type { Identity } from './identity/identity.ts';
import type { ModelSource } from './model/agent-model.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Payments } from './payments/open-payments.ts';
import type { Report } from './report.ts';
import type { Schedules } from './schedules/schedules.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { Store } from './store/store.ts';
import type { ToolCatalog } from './tools/tool-catalog.ts';
import type { Turns } from './turns/turns.ts';

/** What the operations work with. */
export interface Services {
  store: Store;
  turns: Turns;
  model: ModelSource;
  identity: Identity;
  secretBox: SecretBox;
  payments: Payments;
  faults: Faults;
  tools: ToolCatalog;
  notifications: Notifications;
  schedules: Schedules;
  /** Tells the operator of what was done; undefined: that's not wanted. */
  reportInfo: Report | undefined;
  /** Hosts of MCP servers that users may register. */
  mcpHosts: readonly string[];
  /** Where clients reach the deployment; undefined: where each request was sent. */
  publicUrl: string | undefined;
}
