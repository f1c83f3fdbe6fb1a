import { expect, test } from 'vitest';
import { createFieldMapping } from '../../src/deployment/field-mapping/create-field-mapping.ts';
import { confirmNames } from '../../src/exchanges/confirm-names.ts';
import { createRedactor } from '../../src/exchanges/redact.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { families, operationOf } from '../helpers/operation-of.ts';

const setTheme = operationOf('setAgentTheme');

/** Whether the name of the color is known once a deployment has given this answer. */
function isKnownAfter(body: object, { status = 200, color = '#336699' } = {}) {
  const fieldMapping = createFieldMapping({ families, bindings: {}, described: () => undefined });
  const sent = fieldMapping.write(setTheme, { theme_color: color }, []);
  confirmNames({
    prepared: {
      contract: setTheme,
      path: { agent_id: 'a1' },
      fields: { theme_color: color },
      changed: undefined,
      attributes: {},
      told: [],
      probe: { kind: 'valid', certain: sent.certain },
      wire: sent.body,
    },
    answer: exchangeOf({ status }),
    body,
    fieldMapping,
    redactor: createRedactor([]),
  });
  const reading = fieldMapping.read(setTheme, 'theme_color', body)?.certain === true;
  const writing = fieldMapping.write(setTheme, { theme_color: '#000000' }, []).sure.includes('theme_color');
  return { reading, writing };
}

test('a guessed name under which words come back as they were sent is known from then on', () => {
  expect(isKnownAfter({ agent_id: 'a1', theme_color: '#336699' })).toEqual({ reading: true, writing: true });
});

test.each([
  ['another value comes back', { agent_id: 'a1', theme_color: '#ffffff' }, {}],
  ['the request was refused', { theme_color: '#336699', error: 'no' }, { status: 400 }],
  ['the request itself comes back', { theme_color: '#336699' }, {}],
  ['the value may be there by chance', { agent_id: 'a1', theme_color: 'red' }, { color: 'red' }],
])('it stays a guess where %s', (_, body, given) => {
  expect(isKnownAfter(body, given)).toEqual({ reading: false, writing: false });
});
