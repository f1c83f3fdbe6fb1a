/** What the states of a provider give, by name, with the value that stands for it in a recording. */
export const examples = {
  agent_id: '00000000-0000-4000-8000-00000000000a',
  chat_id: '00000000-0000-4000-8000-00000000000a',
  run_id: '00000000-0000-4000-8000-0000000000b1',
  file_id: '00000000-0000-4000-8000-0000000000f1',
  other_file_id: '00000000-0000-4000-8000-0000000000f2',
  schedule_id: '00000000-0000-4000-8000-0000000000c1',
  cli_auth_id: '00000000-0000-4000-8000-0000000000e1',
  log_id: 900_041,
  api_key_id: 900_012,
  bundle_id: 900_007,
  tool_id: 'calculator',
  tool_name: 'calculator',
  toolset_name: 'sums',
  service_name: 'webapp',
  message: 'Hello.',
  slug: 'my-worker',
  cron: '0 9 * * 1',
  code: 'WELCOME',
} as const;

export type ExampleName = keyof typeof examples;

/** Stands where a contract sends a credential; a provider's own is put in its place when it is verified. */
export const exampleCredential = 'example-credential';
