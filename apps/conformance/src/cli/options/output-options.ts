import type { OptionFacts } from './option-facts.ts';
import { watching } from './traffic-options.ts';

/** What is written, where and in which form. */
export const outputOptions = {
  waivers: {
    value: 'FILE',
    words: 'what is accepted to be broken for a while: YAML or JSON; the report prints a template',
    group: 'output',
    commands: ['run', 'merge', 'judge', 'proxy'],
  },
  results: {
    value: 'DIR',
    words: 'write plan, recording, verdicts, and the report in every format',
    group: 'output',
    commands: ['run', 'replay', 'merge', ...watching, 'pact verify'],
    ofCommand: {
      replay: { words: 'write the recording and the outcome, replay.json' },
      record: { words: 'write plan and recording, which judge reads' },
    },
  },
  json: {
    words: 'print JSON instead of text',
    group: 'output',
    commands: [
      ...([
        'run',
        'replay',
        'check-config',
        'judge',
        'proxy',
        'compare',
        'history',
        'merge',
        'diff',
        'list',
        'pact verify',
        'pact can-i-deploy',
      ] as const),
      ...(['pact matrix', 'pact environment list'] as const),
    ],
  },
  format: {
    value: 'NAME',
    default: 'terminal',
    words: 'html, junit, sarif, har, markdown or terminal; of compare: markdown or terminal',
    group: 'output',
    commands: ['report', 'compare'],
    ofCommand: {
      report: { words: 'html, junit, sarif, har, markdown or terminal' },
      compare: { words: 'markdown or terminal' },
    },
  },
  out: {
    value: 'FILE',
    otherwise: 'standard output',
    words: 'where the report, attestation, page or config is written',
    group: 'output',
    commands: ['report', 'attest', 'init', 'history'],
    ofCommand: {
      report: { words: 'where the report is written' },
      attest: { words: 'where the attestation is written' },
      init: { words: 'where the config is written', otherwise: 'agent-conformance.yaml' },
      history: { words: 'where the page is written', otherwise: 'DIR/history.html, no page with --json' },
    },
  },
  force: {
    words: 'write over a file that is there',
    group: 'output',
    commands: ['init'],
  },
} as const satisfies Record<string, OptionFacts>;
