import { loadRules } from '@agent-workers/spec/contract-files';
import { operationTable } from '@agent-workers/types';
import userApi from '@agent-workers/types/openapi/user-api.json' with { type: 'json' };
import workersApi from '@agent-workers/types/openapi/workers-api.json' with { type: 'json' };
import { pieces } from '../../apps/conformance/src/report/sentences/reasons.ts';
import { loadSpec } from '../../apps/conformance/src/spec/load-spec.ts';
import { allChecks } from '../../apps/conformance/src/verdicts/checks/all-checks.ts';
import { buildDocument } from '../../apps/server/src/http/openapi/build-document.ts';
import { type Described, describedOperations } from './contract/document.ts';
import { operationPage } from './contract/operation-page.ts';
import type { Trace } from './contract/read-traces.ts';
import { type CheckFacts, rulePage } from './contract/rule-page.ts';
import type { ToldRule } from './contract/told-rule.ts';
import { literal, type Page } from './page.ts';

export interface ContractSources {
  /** How the mutants that a check found break its rule, by rule. */
  readonly mutants: Readonly<Record<string, { readonly mutants: readonly string[] }>>;
  /** Recorded exchanges by which each check passes and breaks. */
  readonly traces: ReadonlyMap<string, readonly Trace[]>;
  readonly base: string;
}

/** A page for each rule and each operation, and a list of both. */
export async function contractPages({ mutants, traces, base }: ContractSources): Promise<readonly Page[]> {
  const { rules } = await loadSpec();
  const checks = new Map(
    allChecks.map((check): [string, CheckFacts] => {
      const { id, evidence, needs } = check;
      return [id, { sees: evidence.map((one) => pieces[one]), needs, traces: traces.get(id) ?? [] }];
    }),
  );
  const contract = new Map([...describedOperations(workersApi), ...describedOperations(userApi)]);
  const server = describedOperations(buildDocument());
  const operationPages = Object.values(operationTable).map((operation) =>
    operationPage({
      operation,
      contract: known(contract, operation.id),
      server: known(server, operation.id),
      rules: rules.filter(({ operations }) => operations.includes(operation.id)),
      base,
    }),
  );
  return [
    ...rules.map((rule) => rulePage(rule, { checks, mutants: mutants[rule.id]?.mutants ?? [], base })),
    ...operationPages,
    ruleList(rules, base),
    operationList(base),
  ];
}

function known(operations: ReadonlyMap<string, Described>, id: string): Described {
  const found = operations.get(id);
  if (found === undefined)
    throw new Error(`No document describes ${id}; the page of the operation tells what it does.`);
  return found;
}

function ruleList(rules: readonly ToldRule[], base: string): Page {
  const families = Map.groupBy(rules, ({ id }) => id.slice(0, id.indexOf('.')));
  const sections = [...families].map(([family, own]) => {
    const lines = own.map(
      ({ id, notChecked }) =>
        `- [\`${id}\`](${base}/rules/${id}/)${notChecked === undefined ? '' : ' (not judged)'}`,
    );
    return `## ${family}\n\n${lines.join('\n')}`;
  });
  const open = loadRules().unspecified.map(({ text }) => `- ${literal(text)}`);
  return {
    slug: 'rules',
    title: 'Rules',
    description: 'Every sentence of the interface that binds a deployment: judged how, or why not.',
    text: [
      `${rules.length} rules, each with an address of its own, to which findings lead.`,
      ...sections,
      `## What the interface leaves open\n\nAny behavior conforms.\n\n${open.join('\n')}`,
    ].join('\n\n'),
  };
}

function operationList(base: string): Page {
  const tags = Map.groupBy(Object.values(operationTable), ({ tag }) => tag);
  const sections = [...tags].map(([tag, own]) => {
    const rows = own.map(
      ({ id, method, path, summary }) =>
        `| [\`${id}\`](${base}/operations/${id}/) | \`${method} ${path}\` | ${literal(summary)} |`,
    );
    return `## ${tag}\n\n| operation | request | what it does |\n| --- | --- | --- |\n${rows.join('\n')}`;
  });
  return {
    slug: 'operations',
    title: 'Operations',
    description: 'All operations of both APIs.',
    text: sections.join('\n\n'),
  };
}
