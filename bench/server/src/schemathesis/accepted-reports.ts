/** A kind of report that is no defect, at some operations, and why. */
export interface Accepted {
  /** What Schemathesis calls it: `st explain CODE`. */
  code: string;
  operations: readonly string[];
  why: string;
}

/** Every other report makes the command fail. */
export const acceptedReports: readonly Accepted[] = [
  {
    code: 'ST202',
    operations: [
      'POST /me/agents',
      'POST /me/chats',
      'PATCH /me/chats/{chat_id}',
      'PUT /me/chats/{chat_id}',
      'POST /me/chats/{chat_id}/clone',
      'PUT /me/agent-studio-chats/{run_id}',
      'DELETE /me/agent-studio-chats/{run_id}',
      'POST /me/agents/{agent_id}/files',
      'POST /me/agents/{agent_id}/subscribe',
      'POST /me/agents/{agent_id}/unsubscribe',
      'POST /me/agent-studio-chats/{run_id}/clone',
      'POST /me/vip',
    ],
    why: 'It depends on what is there: a slug that is taken, files that are full, a subscription, a chat that is private, deleted already or has another id, a code.',
  },
  {
    code: 'ST202',
    operations: [
      'POST /me/agent-studio-chats',
      'POST /me/api-keys',
      'POST /me/chats/{chat_id}/feedback',
      'POST /me/payments/sessions',
      'PUT /me/agents/{agent_id}/files/positions',
      'POST /me/bundles',
    ],
    why: 'Text with U+0000 or a lone surrogate is refused in fields that the interface does not name, too: a schema names fields.',
  },
  {
    code: 'ST202',
    operations: ['POST /me/payments/webhook'],
    why: 'The signature is over the exact bytes of the body, so it can not be drawn at random.',
  },
  {
    code: 'ST202',
    operations: ['POST /me/tools/run/{tool_name}'],
    why: 'The input is what the tool wants, which depends on the path.',
  },
  {
    code: 'ST202',
    operations: ['POST /me/schedules', 'PUT /me/schedules/{schedule_id}'],
    why: 'A pattern says what a cron expression looks like; "0 0 0 0 0" looks like one and names no day.',
  },
  {
    code: 'ST201',
    operations: ['GET /me/agent-runs'],
    why: 'An empty cursor is the first page, as clients send it that have none.',
  },
  {
    code: 'ST201',
    operations: ['POST /me/bundles/{bundle_id}/tools'],
    why: 'Fields that the interface does not name are ignored everywhere.',
  },
  {
    code: 'ST302',
    operations: ['POST /me/bundles/{bundle_id}/tools'],
    why: 'The bundle is there; the 404 is for the tool that was drawn.',
  },
];
