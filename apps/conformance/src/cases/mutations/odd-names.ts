/** Texts that programs stumble over, the most telling first. */
export const oddTextNames = [
  'very-long',
  'half-surrogate',
  'null-character',
  'empty',
  'white-space',
  'right-to-left',
  'many-accents',
  'joined-signs',
  'markup',
  'control-characters',
  'invisible-characters',
] as const;

export const jsonTypes = ['number', 'string', 'object', 'array', 'boolean'] as const;
