import type { Schema } from '../schema.ts';

const ofAgent = '(select user_id from agent where agent.id = changed.agent_id)';
const ofRun = '(select user_id from run where run.id = changed.run_id)';
const ofUser = 'changed.user_id';

/**
 * Whose each row of a table is, in SQL: the users by whom an answer says what it is made of. Nobody's are rows of which no
 * answer is made that is given again.
 */
export const ownersOfRows: Readonly<Record<keyof Schema, readonly string[]>> = {
  user: ['changed.id'],
  api_key: [ofUser],
  agent: [ofUser],
  agent_theme: [ofAgent],
  agent_file: [ofAgent],
  agent_price: [ofAgent],
  run: [ofUser],
  turn: [ofRun],
  message: [ofRun],
  run_event: [ofRun],
  job: [ofRun],
  studio_chat: [ofUser],
  schedule: [ofUser],
  tool_execution: [ofUser],
  user_tool: [ofUser],
  auth_connection: [ofUser],
  bundle: [ofUser],
  bundle_tool: ['(select user_id from bundle where bundle.id = changed.bundle_id)'],
  credits: [ofUser],
  subscription: [ofUser, 'changed.owner_id'],
  payment: [ofUser, 'changed.owner_id'],
  vip_redemption: [ofUser],
  agent_feedback: [],
  cli_auth_session: [],
  deployment: [],
  embedded_checkout: [],
  embedded_event: [],
  embedded_subscription: [],
  payment_event: [],
  vip_code: [],
};
