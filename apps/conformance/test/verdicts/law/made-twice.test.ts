import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resourceCallOf } from '../../helpers/resource-call-of.ts';
import { verdictOfLaw } from './judge-law.ts';

/** Lists around creations of records without any text; as many are new in each list as a test says. */
function history(steps: readonly { readonly made: number; readonly untold: number }[]) {
  const listed: string[] = [];
  let [next, sentAt] = [100, 0];
  const answered = (text: unknown) => ({
    chunks: [],
    ended: 'complete' as const,
    text: JSON.stringify(text),
  });
  const send = (act: 'create' | 'list', body: unknown, resource: object) => {
    sentAt += 10;
    const one = resourceCallOf(act, sentAt, resource);
    const method = act === 'create' ? 'POST' : 'GET';
    const request = { ...one.request, method, url: 'http://target.test/me/bundles' };
    return { ...one, request, ...(one.response && { response: { ...one.response, body: answered(body) } }) };
  };
  const list = () =>
    send(
      'list',
      listed.map((id) => ({ id: Number(id) })),
      { listed: [...listed] },
    );
  const add = (): string => {
    next += 1;
    listed.push(`${next}`);
    return `${next}`;
  };
  const first = list();
  const calls = steps.flatMap(({ made, untold }) => {
    const creates = Array.from({ length: made }, () => {
      const id = add();
      return send('create', { id: Number(id) }, { id });
    });
    for (let left = untold; left > 0; left -= 1) add();
    return [...creates, list()];
  });
  const end = resourceCallOf('remove', sentAt + 50, { id: '7', status: 404 });
  return [first, ...calls, end];
}

const quiet = { made: 0, untold: 0 };

test('each creation that makes a second record is found, though the records have no text of ours', () => {
  const twice = [1, 2, 1].map((made) => ({ made, untold: made }));
  expect(verdictOfLaw('law.once', history([quiet, ...twice]))).toBe('failed');
});

test('what others make at times is not taken for ours', () => {
  const step = fc.record({ made: fc.nat(2), untold: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const isByUs =
        steps.every(({ made, untold }) => made === untold) &&
        steps.filter(({ made }) => made > 0).length >= 3 &&
        steps.some(({ made }) => made === 0);
      const verdict = verdictOfLaw('law.once', history(steps));
      expect(verdict === 'failed').toBe(isByUs);
    }),
  );
});
