import { describe, expect, test } from 'vitest';
import { loadLifecycles, loadRules } from '../src/contract-files.ts';
import { locate, tableRows } from './interface-document.ts';
import { openApiOperations } from './openapi-documents.ts';

const { lifecycles, softDeletes, notShown } = loadLifecycles();
const ruleIds = loadRules().rules.map(({ id }) => id);
const operationIds = openApiOperations().map(({ id }) => id);

describe('lifecycles.yaml', () => {
  test('has a transition for every row of the state table, in its order', () => {
    const table = tableRows('3').map(({ text }) => text.slice(2, -2));
    expect(lifecycles.flatMap(({ transitions }) => transitions.map(({ text }) => text))).toEqual(table);
    expect(table.length).toBe(7);
  });

  test('lists a soft delete and the lifecycles that are not shown, in the words of section 3', () => {
    const quotes = [
      ...softDeletes.flatMap(({ text, resultingState }) => [text, resultingState.text]),
      ...notShown.map(({ text }) => text),
    ];
    expect(quotes.map((quote) => locate('3', quote).length)).toEqual(quotes.map(() => 1));
    expect(notShown.map(({ id }) => id)).toEqual([
      'subscription',
      'schedule',
      'chat',
      'agent',
      'cli-auth-session',
    ]);
  });

  test('names rules and operations that exist', () => {
    const transitions = lifecycles.flatMap((lifecycle) => lifecycle.transitions);
    const observations = [...transitions, ...lifecycles.flatMap(({ states }) => states)].flatMap(
      ({ observed }) => observed ?? [],
    );
    const rules = [...transitions, ...softDeletes].flatMap((each) => each.rules);
    const operations = [
      ...transitions.flatMap(({ trigger }) => trigger.operations ?? []),
      ...observations.flatMap((each) => each.operations),
      ...softDeletes.map(({ operation }) => operation),
    ];
    expect(rules.filter((id) => !ruleIds.includes(id))).toEqual([]);
    expect(operations.filter((id) => !operationIds.includes(id))).toEqual([]);
  });
});

describe.each(lifecycles)('The lifecycle of a $id', ({ title, section, initial, states, transitions }) => {
  const stateIds = states.map(({ id }) => id);

  test('has a title from its section', () => {
    expect(locate(section, title).length).toBe(1);
  });

  test('starts in and moves between states that it has', () => {
    const named = [
      initial,
      ...transitions.flatMap(({ from, to, creates }) => [from, to, creates ?? initial]),
    ];
    expect(named.filter((id) => !stateIds.includes(id))).toEqual([]);
  });

  test('can reach every state', () => {
    const entered = new Set([initial, ...transitions.flatMap(({ to, creates }) => [to, creates])]);
    expect(stateIds.filter((id) => !entered.has(id))).toEqual([]);
  });

  test.each(transitions)('takes $id from the cells of its row', (transition) => {
    const [from = '', trigger, condition, to = '', effects] = transition.text.split(' | ');
    const stateText = (id?: string) => states.find((state) => state.id === id)?.text ?? 'no such state';
    expect(from).toBe(stateText(transition.from));
    expect(trigger).toBe(transition.trigger.text);
    expect(condition).toBe(transition.condition);
    expect(to).toContain(stateText(transition.to));
    expect(to).toContain(transition.creates ? `new run ${stateText(transition.creates)}` : '');
    expect(effects).toBe(transition.effects.join('; '));
  });
});
