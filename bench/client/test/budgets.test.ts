import { describe, expect, it } from 'vitest';
import { budgets } from '../src/budgets.ts';
import { bundleSize, programs } from '../src/bundle-size.ts';
import { features, priceOf } from '../src/feature-prices.ts';
import { countInstantiations, functionCalls, methodCalls, pathCalls } from '../src/instantiations.ts';
import { measureNdjson } from '../src/ndjson.ts';

describe('A bundle', () => {
  it('of one operation on plain fetch takes at most 1.3 kB', async () => {
    expect((await bundleSize(programs['one operation, plain fetch'])).gzip).toBeLessThanOrEqual(
      budgets.oneOperation,
    );
  });

  it('of every operation with ky takes at most 20.3 kB', async () => {
    expect((await bundleSize(programs['every operation in both clients, ky'])).gzip).toBeLessThanOrEqual(
      budgets.bothClients,
    );
  });

  it('holds ky only where it is used', async () => {
    const marker = 'prefixUrl';
    const { text } = await bundleSize(programs['one operation, plain fetch']);
    expect(text).not.toContain(marker);
    expect((await bundleSize(programs['every operation in both clients, ky'])).text).toContain(marker);
  });

  it('is the same for one operation, whether it comes from the root or from its family', async () => {
    const program = programs['one operation, plain fetch'];
    const fromRoot = program.replace('@agent-workers/client-fetch/agent-runs', '@agent-workers/client-fetch');
    expect((await bundleSize(fromRoot)).gzip).toBeLessThanOrEqual((await bundleSize(program)).gzip + 16);
  });
});

describe('Of both clients', () => {
  it.each(features)('$name takes some bytes, which the bench prints', async (feature) => {
    expect(await priceOf([feature])).toBeGreaterThan(0);
  });

  it('a stand-in for a module that is gone is an error', async () => {
    const gone = bundleSize(programs['every operation in both clients, ky'], { 'transport/gone.ts': '' });
    await expect(gone).rejects.toThrow('There is no module transport/gone.ts.');
  });
});

describe('Calling all 93 operations in each of 10 files', () => {
  it.each([
    ['TypeScript 5.9', 'functions', budgets.instantiations, functionCalls],
    ['TypeScript 7', 'functions', budgets.instantiations, functionCalls],
    ['TypeScript 5.9', 'methods', budgets.instantiations, methodCalls],
    ['TypeScript 7', 'methods', budgets.instantiations, methodCalls],
  ] as const)('on %s by %s instantiates at most %i types', async (compiler, _, limit, program) => {
    const count = await countInstantiations(compiler, program(), 10);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(limit);
  });

  it('is measured as a peer is', async () => {
    expect(await countInstantiations('TypeScript 5.9', pathCalls(), 1)).toBeGreaterThan(1000);
  });
});

describe('The NDJSON bench', () => {
  it('decodes the same values in every way', async () => {
    expect(Object.keys(await measureNdjson(1, 200))).toHaveLength(5);
  });
});
