import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

const { homepage } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [owner, name] = new URL(homepage).pathname.slice(1).split('/');

const page = (slug) => ({ slug });

// biome-ignore lint/style/noDefaultExport: Astro reads it so.
export default defineConfig({
  site: `https://${owner}.github.io`,
  base: `/${name}`,
  trailingSlash: 'always',
  markdown: { shikiConfig: { theme: 'github-dark-high-contrast' } },
  integrations: [
    starlight({
      title: 'Agent Workers Contract Kit',
      description:
        'The contract of the Agent Workers Platform: judged, implemented, and called from TypeScript.',
      social: [{ icon: 'github', label: 'GitHub', href: homepage }],
      customCss: ['./src/site.css'],
      pagination: false,
      // Its scrolling regions have no names; the plain highlighter is enough.
      expressiveCode: false,
      sidebar: [
        {
          label: 'Start in five minutes',
          items: ['start/call-the-platform', 'start/run-a-deployment', 'start/tools-for-a-model'].map(page),
        },
        {
          label: 'The contract',
          items: [
            page('operations'),
            page('rules'),
            page('interface'),
            { label: 'A report to play with', link: '/report/' },
          ],
        },
        {
          label: 'Judge',
          items: ['conformance', 'conformance/traffic', 'conformance/contracts', 'conformance/ci'].map(page),
        },
        {
          label: 'Host',
          items: [
            'server',
            'server/options',
            'server/self-hosting',
            'server/images',
            'server/testing',
            'server/runs',
            'server/code-interpreter',
            'server/tools-and-schedules',
            'server/payments',
            'server/observability',
            'server/unspecified-behavior',
          ].map(page),
        },
        {
          label: 'Packages',
          items: [
            'api',
            'packages/client-fetch',
            'packages/recipes',
            'packages/tools',
            'packages/types',
            'packages/spec',
          ].map(page),
        },
        {
          label: 'Figures',
          items: [
            'figures/conformance',
            'figures/server',
            'figures/client',
            'figures/tools',
            'figures/install',
          ].map(page),
        },
        {
          label: 'Project',
          items: [
            page('architecture'),
            page('contributing'),
            { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
          ],
        },
      ],
    }),
  ],
});
