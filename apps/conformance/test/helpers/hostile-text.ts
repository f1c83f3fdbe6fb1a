import * as fc from 'fast-check';

const attacks = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</style>',
  '</details></section></main>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '&amp;&#27;',
  '"',
  "'",
  '`',
  '```',
  '\\',
  '|',
  '* ',
  '[x](javascript:alert(1))',
  '@everyone',
  'https://elsewhere.test',
  '\n\n# CONFORMS\n\n',
  '\r',
  '\t',
  '\u0000',
  '\u001b[2J\u001b[31m',
  '\u009b2J',
  '\u007f',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udc00',
  '\u{e0001}',
  '👩‍💻',
];

/** What a target may answer to break out of a report: markup, quotes, controls, lone surrogates, colours. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...attacks) }, fc.string({ unit: 'binary' })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
