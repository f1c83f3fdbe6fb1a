/** The agents of every sandbox; their ids never change, so that examples and configs can name them. */
export const sandboxAgents = {
  demo: '5a9db0c5-0000-4000-8000-000000000001',
  background: '5a9db0c5-0000-4000-8000-000000000002',
  /** Another user's, and private. */
  other: '5a9db0c5-0000-4000-8000-000000000003',
  /** Another user's, public, with a price. */
  paid: '5a9db0c5-0000-4000-8000-000000000004',
  /** Another user's, public, for nothing. */
  unpaid: '5a9db0c5-0000-4000-8000-000000000005',
  ownPaid: '5a9db0c5-0000-4000-8000-000000000006',
  /** Another user's, which the caller pays for. */
  subscribed: '5a9db0c5-0000-4000-8000-000000000007',
  /** Another user's as well, whose subscription may be ended. */
  unsubscribe: '5a9db0c5-0000-4000-8000-000000000008',
} as const;
