import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawTerminal } from '../../src/picture/draw-terminal.ts';
import { command, recordFinding } from '../../src/picture/record-finding.ts';
import { root } from '../../src/published-packages.ts';

/**
 * The report without what is of the day: times, dates, numbers of rules, where lines break by them. What is told before it, on
 * the way, has no certain order.
 */
function settled(svg: string): string {
  const texts = [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) => text);
  texts.splice(1, texts.findIndex((text) => text.includes('✗ 1.')) - 1);
  return texts
    .join(' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[\d.]+/g, 'N')
    .replaceAll(/\s+/g, ' ');
}

test("the README's picture shows what the program prints (else: pnpm picture)", async () => {
  const drawn = drawTerminal(await recordFinding(), command);
  const shown = readFileSync(join(root, 'docs/images/finding.svg'), 'utf8');
  expect(settled(shown)).toBe(settled(drawn));
});

test('colours and bold become styles, which hold on over lines, and long lines end with dots', () => {
  const svg = drawTerminal(`\u001b[31m\u001b[1mNo\nway\u001b[22m\u001b[39m ${'x'.repeat(200)}`, 'try <it>');
  expect(svg).toContain('<tspan class="red bold">No</tspan>');
  expect(svg).toContain('<tspan class="red bold">way</tspan>');
  expect(svg).toContain('$ try &lt;it>');
  expect(svg).toMatch(/x…</);
});
