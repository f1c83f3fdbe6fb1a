import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { judgeByConfig } from './helpers/judge-target.ts';
import { listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';
import { sequenceChecks, sequenceMutant } from './mutants/sequence-mutants.ts';

const spec = await loadSpec();
const args = ['--scenarios', '0', '--seed', '1', '--shrink-time', '0', '--consistency-window', '0'];

function rulesOf(check: string): string[] {
  return spec.rules.filter((rule) => rule.checks?.includes(check)).map(({ id }) => id);
}

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

async function failedOn(check: string): Promise<string[]> {
  const target = await listen(sequenceMutant(check, spec).wrap(reference));
  const selected = ['--rules', rulesOf(check).join(',')];
  const { report } = await judgeByConfig(reference.config(target.url), [...args, ...selected]);
  await target.close();
  return report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

describe('a deployment that breaks every rule of a check is found to break each of them', () => {
  test.each(sequenceChecks)('%s', async (check) => {
    const failed = await failedOn(check);
    expect(rulesOf(check).filter((rule) => !failed.includes(rule))).toEqual([]);
  });
});
