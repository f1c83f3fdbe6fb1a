import { describe, expect, it } from 'vitest';
import type { FidelityLine } from '../src/dialects/judge-fidelity.ts';
import type { Toolset } from '../src/dialects/toolset.ts';
import { findDefinition } from '../src/validate.ts';
import { accepts } from './helpers/accepts.ts';
import { breakFact } from './helpers/break-fact.ts';
import { everyToolset } from './helpers/every-toolset.ts';

/** Facts that forbid something: breaking one must be noticed somewhere. */
const binding = ['type', 'required', 'enum', 'minimum', 'maximum', 'rule'];

describe.each(everyToolset)(
  'The fidelity report of $dialect, with rules carried as $carry',
  ({ toolset }) => {
    const bindingLines = toolset.fidelity.filter(({ kind }) => binding.includes(kind));

    it('has a line for each of the 71 facts that forbid something', () => {
      expect(bindingLines).toHaveLength(71);
    });

    it('is right: what is broken is refused on the way back, and by the schema where the fact is kept', () => {
      const wrong = bindingLines.flatMap((line) =>
        brokenCalls(line, toolset).filter((call) => !isAsReported(line, call)),
      );
      expect(wrong.map(({ line, call }) => [line.tool, line.path, line.kind, line.fate, call])).toEqual([]);
    });

    it('keeps or describes every note, default and list of common values', () => {
      const words = toolset.fidelity.filter(({ kind }) => ['note', 'default', 'examples'].includes(kind));
      expect(words.filter(({ fate }) => fate !== 'kept' && fate !== 'described')).toEqual([]);
    });

    function isAsReported({ fate }: FidelityLine, { call }: BrokenCall): boolean {
      const isKept = fate === 'kept';
      return !toolset.decode(call).ok && accepts(toolset, call) !== isKept;
    }
  },
);

interface BrokenCall {
  line: FidelityLine;
  call: { name: string; arguments: unknown };
}

/** None where the dialect has no way to say what is wrong, such as a value that isn't one of the split tools. */
function brokenCalls(line: FidelityLine, toolset: Toolset): BrokenCall[] {
  const inputs = breakFact(line, findDefinition(line.tool));
  return inputs.flatMap((input) => {
    const call = toolset.encode(line.tool, input);
    return call ? [{ line, call }] : [];
  });
}
