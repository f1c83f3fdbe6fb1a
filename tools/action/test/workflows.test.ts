import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const paths = [...workflows, ...globSync('.github/actions/*/action.yml', { cwd: root }), 'action.yml'];

test.each(paths)('%s uses pinned actions', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const used = [...text.matchAll(/^\s*(?:- )?uses: (\S+)(.*)$/gm)].map(([, name = '', comment = '']) => ({
    name,
    comment,
  }));
  const others = used.filter(({ name }) => !name.startsWith('./'));
  const loose = others.filter(
    ({ name, comment }) => !/@[0-9a-f]{40}$/.test(name) || !/^ # v\d/.test(comment),
  );
  expect(loose).toEqual([]);
});

test.each(workflows)('%s has only the rights that it names', (path) => {
  const { permissions } = read(path);
  expect([{}, { contents: 'read' }]).toContainEqual(permissions);
});

interface Workflow {
  readonly on?: { readonly workflow_call?: Partial<Readonly<Record<'inputs' | 'secrets', Declared>>> | null };
  readonly permissions?: Rights;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** What a workflow or an action takes, by name. */
type Declared = Readonly<Record<string, { readonly required?: boolean }>>;

interface Job extends Use {
  readonly permissions?: Rights;
  readonly steps?: readonly Use[];
}

interface Use {
  readonly uses?: string;
  readonly with?: object;
  readonly secrets?: object | 'inherit';
}

type Rights = Readonly<Record<string, string>>;

const levels = ['none', 'read', 'write'];
const calls = [...workflows, ...globSync('examples/ci/*.yml', { cwd: root })].flatMap((path) => {
  const { permissions = {}, jobs = {} } = read(path);
  return Object.entries(jobs).flatMap(([job, use]) => {
    const [, called] = /(?:^\.|contract-kit)\/(\.github\/workflows\/[\w-]+\.yml)/.exec(use.uses ?? '') ?? [];
    return called === undefined ? [] : [{ path, job, called, granted: use.permissions ?? permissions, use }];
  });
});

test('the reusable workflows are called, here and in examples', () => {
  expect(new Set(calls.map(({ called }) => called)).size).toBe(4);
});

// GitHub refuses the whole workflow otherwise, also where the job that asks would be skipped.
test.each(calls)('$job of $path grants what $called asks for', ({ called, granted }) => {
  const { permissions = {}, jobs } = read(called);
  const asked = [permissions, ...Object.values(jobs).map(({ permissions: own = permissions }) => own)];
  const lacking = asked.flatMap((rights) =>
    Object.entries(rights).filter(
      ([name, level]) => levels.indexOf(level) > levels.indexOf(granted[name] ?? 'none'),
    ),
  );
  expect(lacking).toEqual([]);
});

// Neither GitHub nor actionlint says so before the workflow runs.
test.each(calls)('$job of $path gives $called what it takes', ({ called, use }) => {
  const { inputs = {}, secrets = {} } = read(called).on?.workflow_call ?? {};
  expect(misfit(use.with, inputs)).toEqual([]);
  if (use.secrets !== 'inherit') expect(misfit(use.secrets, secrets)).toEqual([]);
});

test('examples give the action what it takes', () => {
  const { inputs }: { inputs: Declared } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const steps = globSync('examples/ci/*.yml', { cwd: root })
    .flatMap((path) => Object.values(read(path).jobs ?? {}))
    .flatMap((job) => job.steps ?? [])
    .filter(({ uses = '' }) => uses.startsWith('agent-workers/contract-kit@'));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.flatMap((step) => misfit(step.with, inputs))).toEqual([]);
});

/** What is given and not taken, or needed and not given. */
function misfit(given: object | undefined, taken: Declared): string[] {
  const names = Object.keys(given ?? {});
  const needed = Object.keys(taken).filter((name) => taken[name]?.required === true);
  return [...names.filter((name) => !(name in taken)), ...needed.filter((name) => !names.includes(name))];
}

function read(path: string): Workflow {
  return parse(readFileSync(join(root, path), 'utf8'));
}
