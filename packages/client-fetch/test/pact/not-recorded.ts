const reasons: Readonly<Record<string, string>> = {
  'upsertAgent 404': 'An unknown agent_id may as well create an agent: the interface leaves it open.',
};

/** Bounds that the interface shows: their violation can be recorded, other reasons for a 422 can't. */
const bounded = [
  'searchTools 422',
  'getMonetizationSummary 422',
  'getMonetizationSubscribers 422',
  'getMonetizationEarnings 422',
];

/** Why a documented status, written `operation status`, is in no contract; undefined for one that is in one. */
export function whyNotRecorded(documented: string): string | undefined {
  if (documented.endsWith(' 422') && !bounded.includes(documented))
    return 'An endpoint with input can answer 422, but no input is shown that must give it.';
  return reasons[documented];
}
