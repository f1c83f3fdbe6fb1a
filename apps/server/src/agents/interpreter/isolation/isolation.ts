import { spawnSync } from 'node:child_process';
import type { IsolationMeasure } from './measures.ts';
import { rightsOfPrograms } from './rights.ts';
import { startApart } from './start-apart.ts';
import { listWrappers, type Wrapper } from './wrappers.ts';

/** How programs are kept apart on this machine. */
export interface Isolation {
  measures: readonly IsolationMeasure[];
  wrappers: readonly Wrapper[];
  /** Why no program can run here; undefined when they can. */
  refusal?: string;
}

let found: Isolation | undefined;

/** Tries, once, what this machine has. Each measure is left out where it isn't installed or not allowed. */
export function findIsolation(): Isolation {
  found ??= tryWrappers(listWrappers());
  return found;
}

/** Python reaches the network through Node, which has to refuse it; JavaScript in QuickJS has no way there. */
export const canDenyNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');

/** @param candidates from the outside in; one of which all is there already is not needed. */
export function tryWrappers(candidates: readonly Wrapper[]): Isolation {
  const wrappers: Wrapper[] = [];
  const measures: IsolationMeasure[] = ['node-permissions'];
  if (canDenyNetwork) measures.push('no-network');
  for (const wrapper of candidates) {
    const added = wrapper.measures.filter((measure) => !measures.includes(measure));
    if (added.length === 0 || !works([...wrappers, wrapper])) continue;
    wrappers.push(wrapper);
    measures.push(...added);
  }
  if (rightsOfPrograms().uid === undefined) return { measures, wrappers };
  if (wrappers.length === 0 && !works([])) return { measures: [], wrappers, refusal: onlyAsRoot };
  return { measures: [...measures, 'own-user'], wrappers };
}

const onlyAsRoot = `They would have the rights of root, for the user nobody can't run ${process.execPath}. Start the server as another user, or give programs another place with --interpreter-url.`;

/** Tried with the rights and files that a program's process gets, so that what is found holds for it. */
function works(wrappers: readonly Wrapper[]): boolean {
  return startApart({ arguments: ['--version'], readable: [], wrappers }, (command, arguments_, options) => {
    const stdio = options.stdio.map((each) => (each === 'pipe' ? 'ignore' : each));
    return spawnSync(command, arguments_, { ...options, stdio, timeout: 5_000 }).status === 0;
  });
}
