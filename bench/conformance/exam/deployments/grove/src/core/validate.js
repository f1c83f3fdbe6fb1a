// Checks of input. A check is a function (value, place, bad) that returns the value to use, or reports what is wrong
// by bad(place, text). Places are lists such as ['body', 'prompt'].

import { Invalid } from './problem.js';
import { isUuid } from './ids.js';
import { parseDateTime } from './clock.js';

export const str = ({ min = 0, max = Infinity, form, oneOf } = {}) => (value, place, bad) => {
  if (typeof value !== 'string') return bad(place, 'must be a string');
  const length = [...value].length;
  if (length < min) return bad(place, `must have at least ${min} characters`);
  if (length > max) return bad(place, `must have at most ${max} characters`);
  if (form && !form.test(value)) return bad(place, `must look like ${form.source}`);
  if (oneOf && !oneOf.includes(value)) return bad(place, `must be one of ${oneOf.join(', ')}`);
  return value;
};

export const uuidText = (value, place, bad) => {
  if (!isUuid(value)) return bad(place, 'must be a uuid');
  return value.toLowerCase();
};

const within = (value, min, max, place, bad) => {
  if (value < min) return bad(place, `must be at least ${min}`);
  if (value > max) return bad(place, `must be at most ${max}`);
  return value;
};

export const int = ({ min = -Infinity, max = Infinity } = {}) => (value, place, bad) => {
  if (!Number.isInteger(value)) return bad(place, 'must be an integer');
  return within(value, min, max, place, bad);
};

export const bool = (value, place, bad) => (typeof value === 'boolean' ? value : bad(place, 'must be true or false'));

export const list = (item, { max = Infinity } = {}) => (value, place, bad) => {
  if (!Array.isArray(value)) return bad(place, 'must be an array');
  if (value.length > max) return bad(place, `must have at most ${max} entries`);
  return value.map((entry, index) => item(entry, [...place, index], bad));
};

/** May be left out, or be null, which is the same. */
export const maybe = (check) => Object.assign((value, place, bad) => (value === null ? undefined : check(value, place, bad)), {
  optional: true,
});

/** May be left out; null is a value of its own, which clears what is stored. */
export const clearable = (check) => Object.assign((value, place, bad) => (value === null ? null : check(value, place, bad)), {
  optional: true,
});

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object; fields that it doesn't know are left out. */
export const obj = (fields) => (value, place, bad) => {
  if (!isObject(value)) return bad(place, 'must be an object');
  const result = {};
  for (const [name, check] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) {
      const checked = check(value[name], [...place, name], bad);
      if (checked !== undefined) result[name] = checked;
    } else if (!check.optional) {
      bad([...place, name], 'is required');
    }
  }
  return result;
};

/** Any JSON object, as it is. */
export const anyObject = (value, place, bad) => (isObject(value) ? value : bad(place, 'must be an object'));

// ---- path and query parameters: text that stands for a value ----

const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

export const fromText = {
  string: ({ min = 0, max = Infinity, oneOf } = {}) => str({ min, max, oneOf }),
  uuid: () => uuidText,
  integer: ({ min, max } = {}) => (text, place, bad) => {
    if (!INTEGER.test(text)) return bad(place, 'must be an integer');
    return int({ min, max })(Number(text), place, bad);
  },
  number: ({ min = -Infinity, max = Infinity } = {}) => (text, place, bad) => {
    if (!NUMBER.test(text)) return bad(place, 'must be a number');
    return within(Number(text), min, max, place, bad);
  },
  dateTime: () => (text, place, bad) => parseDateTime(text) ?? bad(place, 'must be a date-time'),
};

/** A query parameter: how it is read, and what holds when it isn't there. */
export const query = (type, { fallback, required = false, nullable = false, ...rules } = {}) => ({
  check: fromText[type](rules), fallback, required, nullable,
});

/** The values of the query parameters that a route knows. The last one counts when one stands there twice. */
export function readQuery(spec, search, bad) {
  const values = {};
  for (const [name, { check, fallback, required, nullable }] of Object.entries(spec)) {
    const text = search.getAll(name).at(-1);
    const absent = text === undefined || (nullable && (text === '' || text === 'null'));
    if (!absent) values[name] = check(text, ['query', name], bad);
    else if (required) bad(['query', name], 'is required');
    else values[name] = fallback;
  }
  return values;
}

/** The values of path parameters by their types. */
export function readPath(spec, texts, bad) {
  const values = { ...texts };
  for (const [name, type] of Object.entries(spec)) values[name] = fromText[type]()(texts[name], ['path', name], bad);
  return values;
}

/** Gathers what is wrong; `stop` throws when there is something. */
export function collector() {
  const errors = [];
  const bad = ([where, ...path], text) => {
    errors.push({ in: where, at: path.join('.'), text });
    return undefined;
  };
  const stop = () => {
    if (errors.length > 0) throw new Invalid(errors);
  };
  return { bad, stop };
}
