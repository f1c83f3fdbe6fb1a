import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { buildDocument } from '../../src/http/openapi/build-document.ts';

interface Answered {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

interface DescribedAnswer {
  $ref?: string;
  content?: object;
}

/** The parts of an OpenAPI document that tell of answers. */
interface OwnDocument {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  components: { responses: Record<string, DescribedAnswer> };
}

const documentId = 'http://own/openapi.json';
const ownDocument: OwnDocument = JSON.parse(JSON.stringify(buildDocument()));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ ...ownDocument, $id: documentId });
const validators = new Map<string, ValidateFunction>();

/** Holds an answer against what the server's own document says of it. */
export function expectDescribed({ method, path, status, body }: Answered): void {
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const answer = ownDocument.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  const name = answer?.$ref?.split('/').at(-1);
  const described = name ? ownDocument.components.responses[name] : answer;
  if (!described?.content) return;
  const start = name ? ['components', 'responses', name] : place;
  const validate = validatorAt([...start, 'content', 'application/json', 'schema']);
  const issues = validate(body) ? [] : validate.errors;
  expect(issues, `${method} ${path} ${status}: ${JSON.stringify(body)}`).toEqual([]);
}

function validatorAt(place: readonly string[]): ValidateFunction {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const address = `${documentId}#/${pointer.join('/')}`;
  const validate = validators.get(address) ?? ajv.compile({ $ref: address });
  validators.set(address, validate);
  return validate;
}
