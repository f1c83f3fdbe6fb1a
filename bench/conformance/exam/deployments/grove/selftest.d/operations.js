// Short names for operations, as faults.json lists them.

/** User API */
export const u = (text) => text.replace(' /', ' {base_url}/');

/** Workers API */
export const w = (text) => text.replace(' /', ' {agents_url}/');

export const PUTS = [w('PUT /{agent_id}/{run_id}'), w('PUT /ndjson/{agent_id}/{run_id}')];
export const POSTS = [w('POST /{agent_id}'), w('POST /ndjson/{agent_id}')];
export const HISTORY = w('GET /{agent_id}/{run_id}');
export const RUN_TOOL = u('POST /me/tools/run/{tool_name}');
