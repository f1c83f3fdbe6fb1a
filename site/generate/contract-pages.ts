import { loadLaws, loadRules, type NotChecked } from '@agent-workers/spec/contract-files';
import { operationTable } from '@agent-workers/types';
import { literal, type Page } from './page.ts';

interface ToldRule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly basis?: string;
  readonly reading?: string;
  readonly operations?: readonly string[];
  readonly checks?: readonly string[];
  readonly notChecked?: NotChecked;
}

export interface ContractSources {
  /** How the mutants that a check found break its rule, by rule. */
  readonly mutants: Readonly<Record<string, { readonly mutants: readonly string[] }>>;
  readonly base: string;
}

/** A page for each rule and each operation, and a list of both. */
export function contractPages({ mutants, base }: ContractSources): Page[] {
  const { rules, unspecified } = loadRules();
  const all: ToldRule[] = [...rules, ...loadLaws().laws];
  const link = (kind: string, id: string): string => `[\`${id}\`](${base}/${kind}/${id}/)`;
  const rulePage = (rule: ToldRule): Page => ({
    slug: `rules/${rule.id}`,
    title: rule.id,
    description: rule.text.slice(0, 150),
    text: [
      `> ${literal(rule.text)}`,
      `Section ${rule.section} of [the interface](${base}/interface/). Basis: **${rule.basis ?? 'stated'}**${rule.reading === undefined ? '.' : `. ${literal(rule.reading)}`}`,
      '## How it is judged',
      rule.notChecked === undefined
        ? `By ${(rule.checks ?? []).map((check) => `\`${check}\``).join(', ')}.`
        : `Not judged (${rule.notChecked.why}). ${literal(rule.notChecked.text)}`,
      ...killed(mutants[rule.id]?.mutants ?? []),
      ...(rule.operations === undefined
        ? []
        : ['## Operations', rule.operations.map((id) => `- ${link('operations', id)}`).join('\n')]),
      ...(rule.checks === undefined
        ? []
        : [
            '## Judge it alone',
            `\`\`\`sh\nnpx @agent-workers/conformance --config staging.yaml --allow-writes --rules ${rule.id}\n\`\`\``,
          ]),
    ].join('\n\n'),
  });
  const operationPages = Object.values(operationTable).map((operation): Page => {
    const own = all.filter(({ operations }) => operations?.includes(operation.id));
    return {
      slug: `operations/${operation.id}`,
      title: operation.id,
      description: operation.summary,
      text: [
        `\`${operation.method} ${operation.path}\``,
        `${literal(operation.summary)}. Section ${operation.section} of [the interface](${base}/interface/); ${operation.api === 'user' ? 'User API' : 'Workers API'}.`,
        '## Statuses',
        `| status | when |\n| --- | --- |\n${operation.statuses.map(({ status, condition }) => `| ${status} | ${literal(condition)} |`).join('\n')}`,
        '## Sentences and rules',
        `| rule | basis | sentence |\n| --- | --- | --- |\n${own.map((rule) => `| ${link('rules', rule.id)} | ${rule.basis ?? 'stated'} | ${literal(rule.text)} |`).join('\n')}`,
        '## From TypeScript',
        `\`\`\`ts\nimport { ${operation.id} } from '@agent-workers/client-fetch/${operation.tag}';\n\`\`\``,
        `What the function takes and gives is in [the client's page](${base}/packages/client-fetch/) and its types.`,
      ].join('\n\n'),
    };
  });
  return [...all.map(rulePage), ...operationPages, ruleList(all, unspecified, link), operationList(link)];
}

function killed(mutants: readonly string[]): string[] {
  if (mutants.length === 0) return [];
  return [
    '## What a pass is worth',
    'The check was seen to find deployments that break the rule so:',
    mutants.map((how) => `- ${literal(how)}`).join('\n'),
  ];
}

function ruleList(
  rules: readonly ToldRule[],
  unspecified: readonly { readonly id: string; readonly text: string }[],
  link: (kind: string, id: string) => string,
): Page {
  const families = Map.groupBy(rules, ({ id }) => id.slice(0, id.indexOf('.')));
  const sections = [...families].map(
    ([family, own]) =>
      `## ${family}\n\n${own.map((rule) => `- ${link('rules', rule.id)}${rule.notChecked === undefined ? '' : ' (not judged)'}`).join('\n')}`,
  );
  const open = unspecified.map(({ text }) => `- ${literal(text)}`).join('\n');
  return {
    slug: 'rules',
    title: 'Rules',
    description: 'Every sentence of the interface that binds a deployment: judged how, or why not.',
    text: [
      `${rules.length} rules, each with an address of its own, to which findings lead.`,
      ...sections,
      `## What the interface leaves open\n\nAny behavior conforms.\n\n${open}`,
    ].join('\n\n'),
  };
}

function operationList(link: (kind: string, id: string) => string): Page {
  const tags = Map.groupBy(Object.values(operationTable), ({ tag }) => tag);
  const sections = [...tags].map(
    ([tag, own]) =>
      `## ${tag}\n\n| operation | request | what it does |\n| --- | --- | --- |\n${own.map((one) => `| ${link('operations', one.id)} | \`${one.method} ${one.path}\` | ${literal(one.summary)} |`).join('\n')}`,
  );
  return {
    slug: 'operations',
    title: 'Operations',
    description: 'All operations of both APIs.',
    text: sections.join('\n\n'),
  };
}
