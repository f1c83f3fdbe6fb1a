const reasons: Readonly<Record<string, string>> = {
  'getVipRedemptionCount 400': 'An error of the database is trouble inside the platform.',
  'upsertAgent 404': 'An unknown agent_id may as well create an agent: the interface leaves it open.',
};

/** No client can bring trouble of the platform about, and what it makes of it is the same for every operation. */
const trouble = /^\w+ (500|503)$/;

/** Why a documented status, written `operation status`, is in no contract; undefined for one that is in one. */
export function whyNotRecorded(documented: string): string | undefined {
  if (documented.endsWith(' 422'))
    return 'An endpoint with input can answer 422, but no input is shown that must give it.';
  if (trouble.test(documented)) return 'Trouble inside the platform is its own business: run judges it.';
  return reasons[documented];
}
