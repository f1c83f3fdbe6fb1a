import { expect, test } from 'vitest';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

const [style] = namedStyles;

test('a schedule that is answered and never kept is found by its name, though nothing can be opened by it', async () => {
  const { findings } = await judgeStyle(style, {
    withDocument: false,
    args: ['--scenarios', '0', '--seed', '1', '--operations', 'createSchedule,getSchedule,listSchedules'],
    wrap:
      ({ fetch }) =>
      async (request) => {
        const response = await fetch(request);
        const { pathname } = new URL(request.url);
        if (!response.ok || !pathname.includes('/me/schedules')) return response;
        if (/[0-9a-f-]{36}$/.test(pathname)) return Response.json({ title: 'Not found.' }, { status: 404 });
        const text = await response.text();
        return new Response(text.replaceAll('"id":', '"schedule_id":'), response);
      },
  });
  expect(findings.map(({ rule }) => rule)).toContain('schedules.get');
});
