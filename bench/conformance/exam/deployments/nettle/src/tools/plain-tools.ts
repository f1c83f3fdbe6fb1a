import { createHash } from 'crypto';

export interface ToolSpec {
  name: string; title: string; description: string; toolset: string; requiresConnection: boolean;
  inputSchema: { type: 'object'; properties: Record<string, any>; required: string[] };
}

const UNITS: Record<string, { kind: string; factor: number }> = {
  m: { kind: 'length', factor: 1 }, km: { kind: 'length', factor: 1000 }, mi: { kind: 'length', factor: 1609.344 }, ft: { kind: 'length', factor: 0.3048 },
  g: { kind: 'mass', factor: 1 }, kg: { kind: 'mass', factor: 1000 }, lb: { kind: 'mass', factor: 453.59237 },
};

export const PLAIN_TOOLS: ToolSpec[] = [
  {
    name: 'get_weather', title: 'Weather', description: 'Get the current weather of a city', toolset: 'outdoors', requiresConnection: false,
    inputSchema: { type: 'object', properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } }, required: ['city'] },
  },
  {
    name: 'get_sunrise', title: 'Sunrise', description: 'Get the hour of sunrise in a city', toolset: 'outdoors', requiresConnection: false,
    inputSchema: { type: 'object', properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } }, required: ['city'] },
  },
  {
    name: 'count_words', title: 'Word count', description: 'Count the words and characters of a text', toolset: 'office', requiresConnection: false,
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'The text' } }, required: ['text'] },
  },
  {
    name: 'convert_units', title: 'Unit conversion', description: 'Convert a value between units of length or mass', toolset: 'office', requiresConnection: false,
    inputSchema: {
      type: 'object',
      properties: {
        value: { type: 'number', description: 'The value' },
        from: { type: 'string', enum: Object.keys(UNITS), description: 'Unit of the value' },
        to: { type: 'string', enum: Object.keys(UNITS), description: 'Unit wanted' },
      },
      required: ['value', 'from', 'to'],
    },
  },
  {
    name: 'code_interpreter', title: 'Code interpreter', description: 'Evaluate arithmetic in the virtual computer', toolset: 'compute', requiresConnection: false,
    inputSchema: { type: 'object', properties: { code: { type: 'string', minLength: 1, description: 'An expression of numbers, + - * / and parentheses' } }, required: ['code'] },
  },
];

export class ToolFailure extends Error {}

function evaluate(source: string): number {
  let i = 0;
  const s = source.replace(/\s+/g, '');
  const expr = (): number => {
    let v = term();
    while (s[i] === '+' || s[i] === '-') v = s[i++] === '+' ? v + term() : v - term();
    return v;
  };
  const term = (): number => {
    let v = factor();
    while (s[i] === '*' || s[i] === '/') v = s[i++] === '*' ? v * factor() : v / factor();
    return v;
  };
  const factor = (): number => {
    if (s[i] === '-') { i++; return -factor(); }
    if (s[i] === '(') {
      i++;
      const v = expr();
      if (s[i++] !== ')') throw new ToolFailure('A parenthesis is not closed');
      return v;
    }
    const m = /^\d+(\.\d+)?/.exec(s.slice(i));
    if (!m) throw new ToolFailure('The code is no arithmetic expression');
    i += m[0].length;
    return Number(m[0]);
  };
  const v = expr();
  if (i !== s.length || !Number.isFinite(v)) throw new ToolFailure('The code is no arithmetic expression');
  return v;
}

export function callPlainTool(name: string, input: any): Record<string, unknown> {
  switch (name) {
    case 'get_weather': {
      const h = createHash('sha1').update(String(input.city).toLowerCase()).digest();
      return {
        city: input.city, station: `WX-${(h.readUInt16BE(0) % 9000) + 1000}`, temperatureC: (h[2] % 30) - 2,
        sky: ['clear', 'cloudy', 'rainy', 'foggy'][h[3] % 4], pressureHpa: 980 + (h[4] % 50), source: 'nettle-met-office',
      };
    }
    case 'get_sunrise': {
      const h = createHash('sha1').update(String(input.city).toLowerCase()).digest();
      return { city: input.city, sunrise: `0${5 + (h[0] % 3)}:${String(h[1] % 60).padStart(2, '0')}` };
    }
    case 'count_words':
      return { words: (input.text.match(/\S+/g) ?? []).length, characters: input.text.length };
    case 'convert_units': {
      const from = UNITS[input.from];
      const to = UNITS[input.to];
      if (from.kind !== to.kind) throw new ToolFailure(`${input.from} and ${input.to} measure different things`);
      return { value: (input.value * from.factor) / to.factor, unit: input.to };
    }
    case 'code_interpreter':
      return { result: evaluate(input.code) };
    default:
      throw new ToolFailure('Unknown tool');
  }
}

/** What is wrong with an input by the tool's schema. */
export function problems(schema: any, value: any, path = 'input'): string[] {
  const out: string[] = [];
  const type = schema.type;
  const is: Record<string, boolean> = {
    string: typeof value === 'string', number: typeof value === 'number' && Number.isFinite(value), integer: Number.isInteger(value),
    boolean: typeof value === 'boolean', array: Array.isArray(value), object: typeof value === 'object' && value !== null && !Array.isArray(value),
  };
  if (type && !is[type]) return [`${path} must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`];
  if (schema.enum && !schema.enum.includes(value)) out.push(`${path} must be one of ${schema.enum.join(', ')}`);
  if (schema.minLength !== undefined && value.length < schema.minLength) out.push(`${path} must not be empty`);
  if (schema.minimum !== undefined && value < schema.minimum) out.push(`${path} must not be less than ${schema.minimum}`);
  if (schema.maximum !== undefined && value > schema.maximum) out.push(`${path} must not be greater than ${schema.maximum}`);
  if (type === 'array' && schema.items) value.forEach((v: any, i: number) => out.push(...problems(schema.items, v, `${path}[${i}]`)));
  if (type === 'object') {
    for (const r of schema.required ?? []) if (value[r] === undefined || value[r] === null) out.push(`${path}.${r} is required`);
    for (const [k, s] of Object.entries(schema.properties ?? {})) {
      if (value[k] !== undefined && value[k] !== null) out.push(...problems(s, value[k], `${path}.${k}`));
    }
  }
  return out;
}
