import { createRequire } from 'node:module';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import type { FormatsPlugin, FormatsPluginOptions } from 'ajv-formats';

const require = createRequire(import.meta.url);

/**
 * A validator of JSON Schema. It takes a MB of memory, and only what a deployment describes is asked of it: so it is loaded
 * for the first that is opened.
 *
 * @param formats the formats that it knows; none by default
 */
export function openValidator(options: Options, formats?: FormatsPluginOptions): Ajv2020 {
  const { Ajv2020: Validator }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js');
  const validator = new Validator(options);
  if (formats === undefined) return validator;
  const addFormats: FormatsPlugin = require('ajv-formats');
  addFormats(validator, formats);
  return validator;
}
