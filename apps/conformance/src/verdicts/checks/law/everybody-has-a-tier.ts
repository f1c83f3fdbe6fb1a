import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isField } from '../../is-field.ts';
import { isSamePlace, type Leaf, leavesOf } from '../../leaves.ts';
import { isUser, probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const everybodyHasATier: Check = {
  id: 'law.everybody-has-a-tier',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const users = probesOf(recording, operations).filter(
      (one) => one.intent?.kind === 'valid' && isUser(one.identity) && succeeded(one),
    );
    return judgeEach(
      users.flatMap((one) => tierOfAnother(one, users) ?? []),
      ({ one, other, tier }) => {
        const own = leavesOf(one).find((leaf) => isSamePlace(leaf, tier));
        if (one.identity === 'sandbox' && saysSandbox(tier) && own !== undefined && !saysSandbox(own))
          return finding([other, one], {
            expected: { kind: 'field', path: tier.path, oneOf: [tier.value] },
            observed: { kind: 'field', path: tier.path, value: own.value },
          });
        if (isSaid(own?.value) && !(isSandboxed(one, other) && own?.value === tier.value)) return undefined;
        return finding([other, one], {
          expected: {
            kind: 'field',
            path: tier.path,
            must: isSaid(own?.value) ? 'differ-between-users' : 'be-there',
          },
          observed: { kind: 'field', path: tier.path, ...(own === undefined ? {} : { value: own.value }) },
        });
      },
    );
  },
};

interface Told {
  readonly one: Exchange;
  readonly other: Exchange;
  readonly tier: Leaf;
}

/** The name of a tier is not shown, so that one user's answer tells where the tier of another stands. */
function tierOfAnother(one: Exchange, users: readonly Exchange[]): Told | undefined {
  for (const other of users.filter(({ identity }) => identity !== one.identity)) {
    const tier = leavesOf(other).find(({ path, value }) => isTier(other, path) && isSaid(value));
    if (tier !== undefined) return { one, other, tier };
  }
  return undefined;
}

function saysSandbox({ value }: Leaf): boolean {
  return typeof value === 'string' && /sandbox/i.test(value);
}

/** A user of the sandbox tier beside one of another tier, where nothing but the tier says so. */
function isSandboxed(one: Exchange, other: Exchange): boolean {
  const isToldOtherwise = leavesOf(one).some(({ path, value }) =>
    /sandbox|trial/i.test(`${path.join('.')} ${typeof value === 'string' ? value : ''}`),
  );
  return one.identity === 'sandbox' && other.identity === 'own' && !isToldOtherwise;
}

/** `tier`, or the name or identifier of one; when it began or ends, not everybody has. */
function isTier(answer: Exchange, path: Leaf['path']): boolean {
  const [outer, last] = path.slice(-2).map((name) => String(name).toLowerCase());
  const isPart = last === 'name' || last === 'id';
  return isField(answer, path, 'tier') || (outer === 'tier' && isPart);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
