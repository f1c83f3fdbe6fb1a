import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outsideCode, type Page } from './page.ts';

/** One page for each of three readers. The code comes from READMEs, whose tests run it. */
export function startPages(root: string): Page[] {
  const section = (path: string, heading: string): string =>
    sectionOf(readFileSync(join(root, path), 'utf8'), heading, path);
  return [
    {
      slug: 'start/call-the-platform',
      title: 'Call the platform from TypeScript',
      text: [
        'You need an API key and the id of a worker. Without a deployment at hand, start one: `npx @agent-workers/server --sandbox` prints both.',
        '```sh\nnpm install @agent-workers/client-fetch\nexport AGENT_WORKERS_AGENTS_URL=… AGENT_WORKERS_API_KEY=… AGENT_ID=…\n```',
        section('packages/client-fetch/README.md', 'Runs'),
        'Next: [all of the client](packages/client-fetch/README.md), [recipes](packages/client-fetch/RECIPES.md).',
      ].join('\n\n'),
    },
    {
      slug: 'start/run-a-deployment',
      title: 'Run a deployment that keeps the contract',
      text: [
        'Judge what you have, in whatever language it is written:',
        '```sh\nexport AGENT_WORKERS_API_KEY=… AGENT_WORKERS_JWT=…\nnpx @agent-workers/conformance --agents-url https://agents.staging.example --base-url https://api.staging.example \\\n  --agent-id … --allow-writes --results results/\n```',
        'Without `--allow-writes` nothing is sent but GET requests of the User API. A broken rule comes with the sentence of the interface and the smallest requests that show it:',
        '![A terminal with a finding](docs/images/finding.svg)',
        section('apps/conformance/README.md', 'Your deployment'),
        'Next: [in your CI](examples/ci/README.md), [contracts of clients](apps/conformance/PACT.md), [host the reference deployment](apps/server/SELF-HOSTING.md).',
      ].join('\n\n'),
    },
    {
      slug: 'start/tools-for-a-model',
      title: 'Give the tools to a model',
      text: [
        '```sh\nnpm install @agent-workers/tools\n```',
        section('packages/tools/README.md', 'Give the tools to a model'),
        'Next: [all of the tools](packages/tools/README.md).',
      ].join('\n\n'),
    },
  ];
}

function sectionOf(text: string, heading: string, path: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined)
    throw new Error(`${path} has no section "${heading}" any more; the start page shows it.`);
  // What is relative to that document or points into it stays there. Headings of the section become those of the page.
  return outsideCode(found.slice(heading.length).trim(), (part) =>
    part.replaceAll(/^###/gm, '##'),
  ).replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');
}
