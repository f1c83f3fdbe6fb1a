import type { Mutant } from '../mutants/mutant.ts';

const days = [
  { date: '2026-01-02', total_earnings: 4 },
  { date: '2026-01-01', total_earnings: 3 },
];

/** A deployment on which something was earned on two days, and the summary is their sum. */
export const withEarnings: Mutant['wrap'] =
  ({ fetch }) =>
  async (request) => {
    const response = await fetch(request);
    if (!response.ok) return response;
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/monetization/summary'))
      return Response.json({ total_subscribers: 1, total_earnings: 7 });
    return pathname.endsWith('/monetization/earnings') ? Response.json({ items: days }) : response;
  };
