import type { Stories } from './told.ts';

const heavy = 'is a task of this repository that takes minutes, or writes into it; a test finds its script';
const registry = 'needs a registry: pnpm release:rehearse installs so, from one on the loopback';
const readmes = 'examples/client/test/readme-commands.test.ts';

/** Of documents about the repository, the packages, and where they run. */
export const repositoryStories: Stories = {
  'CONTRIBUTING.md': [
    { begins: 'npx -y pnpm@12 ', notRun: heavy },
    { begins: '/usr/bin/time', notRun: 'FILE is any test' },
  ],
  'README.md': [{ begins: 'npx -y pnpm@12 ', notRun: heavy }],
  'apps/conformance/CONTRIBUTING.md': [{ begins: 'pnpm ', notRun: heavy }],
  'bench/client/README.md': [{ begins: 'npx -y pnpm@12 ', notRun: heavy }],
  'bench/conformance/GATE.md': [{ begins: 'pnpm --filter', notRun: heavy }],
  'bench/conformance/README.md': [
    { begins: 'pnpm ', notRun: heavy },
    { begins: 'SCHEMATHESIS=', notRun: 'needs Schemathesis, from PyPI' },
    { begins: 'node ', notRun: heavy },
  ],
  'bench/conformance/exam/deployments/README.md': [
    { begins: 'cd bench/conformance', notRun: heavy },
    { begins: 'node ', notRun: heavy },
  ],
  'bench/install/README.md': [{ begins: 'pnpm ', notRun: heavy }],
  'bench/server/README.md': [
    { begins: 'npx -y pnpm@12 ', notRun: heavy },
    { begins: 'pip install', notRun: 'needs Schemathesis, from PyPI' },
  ],
  'bench/tools/README.md': [{ begins: 'pnpm ', notRun: heavy }],
  'examples/ci/README.md': [
    { begins: 'gh attestation', notRun: 'needs GitHub, and an attestation of a run there' },
    {
      begins: 'npx @agent-workers/conformance verify-attestation',
      runBy: 'apps/conformance/test/attestation/attestation.test.ts',
    },
  ],
  'examples/tools/README.md': [{ begins: 'pnpm ', notRun: heavy }],
  'images/README.md': [{ begins: 'docker run', notRun: 'needs a container engine and published images' }],
  'packages/client-fetch/README.md': [
    { begins: 'npm install', notRun: registry },
    { begins: 'npx @agent-workers/types', runBy: readmes },
  ],
  'packages/tools/README.md': [
    { begins: 'npm install', notRun: registry },
    { begins: 'NOTIFIER_TOKEN=secret npx', runBy: readmes },
  ],
  'packages/types/README.md': [
    { begins: 'npm install', notRun: registry },
    { begins: 'npx @agent-workers/types', runBy: readmes },
  ],
  'site/README.md': [{ begins: 'pnpm ', notRun: heavy }],
  'start/call-the-platform': [{ begins: 'npm install', notRun: registry }],
  'start/tools-for-a-model': [{ begins: 'npm install', notRun: registry }],
  'tools/release/README.md': [{ begins: 'pnpm ', notRun: heavy }],
};
