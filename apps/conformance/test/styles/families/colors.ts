import type { Choices } from '../choices.ts';

/** The forms of a theme colour: which one is taken is not shown. */
export const colors: Readonly<Record<Choices['agents']['color'], { form: RegExp; plain: string }>> = {
  hex: { form: /^#[0-9a-fA-F]{6}$/, plain: '#336699' },
  'hex without hash': { form: /^[0-9A-F]{6}$/, plain: '336699' },
  hsl: { form: /^hsl\(\d{1,3} \d{1,3}% \d{1,3}%\)$/, plain: 'hsl(210 50% 40%)' },
};
