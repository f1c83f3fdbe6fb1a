import type { Page } from './page.ts';

/** What the platform is, what the kit is, and where each reader begins. */
export function frontPage(base: string): Page {
  return {
    slug: '',
    title: 'Agent Workers Contract Kit',
    description:
      'The contract of the Agent Workers Platform: judged, implemented, and called from TypeScript.',
    text: [
      `The **Agent Workers Platform** hosts AI workers, which one defines by a prompt and calls over HTTP: each conversation keeps its history, workers use tools and run jobs in the background, users schedule, share and sell them. What a deployment of it does is written in [one document](${base}/interface/), and in nothing else.`,
      'This kit makes that document a contract that programs can hold a deployment to:',
      [
        `- **[conformance](${base}/conformance/)** judges any deployment, in whatever language it is written, and shows the smallest requests that break a sentence of the document: [a report](${base}/report/) of a run that found something.`,
        `- **[server](${base}/server/)** is a deployment that keeps all of it: to develop against, to test with, to host.`,
        `- **[client-fetch](${base}/packages/client-fetch/)**, **[tools](${base}/packages/tools/)** and **[types](${base}/packages/types/)** are what a TypeScript program needs to call it.`,
      ].join('\n'),
      '## Where to begin',
      [
        `| you … | begin with |`,
        `| --- | --- |`,
        `| call the platform from TypeScript | [five minutes with the client](${base}/start/call-the-platform/) |`,
        `| run a deployment | [judge it](${base}/start/run-a-deployment/), or [host the reference deployment](${base}/server/self-hosting/) |`,
        `| give tools to a model | [five minutes with the tools](${base}/start/tools-for-a-model/) |`,
        `| look something up | [operations](${base}/operations/), [rules](${base}/rules/), [API reference](${base}/api/) |`,
      ].join('\n'),
      '## Three kinds of truth',
      'What the document states is **documented**, and a deployment that breaks it violates the contract. What it names in words only has a name of our choice: **inferred**, and never a violation. Where it is silent, any behavior conforms: **not shown**. Every page here says which is which.',
    ].join('\n\n'),
  };
}
