import type { Mutant } from './mutant.ts';
import { after } from './wrap-answers.ts';

const documentPath = '/openapi.json';

/** What breaks the deployment's own document, for one operation. */
export const declaredMutants: readonly Mutant[] = [
  {
    rule: 'declared.status',
    operations: 'listAgents',
    check: 'declared.status',
    breaks: 'answers with a status that its document does not list',
    wrap: withDocument((responses) => {
      responses['203'] = responses['200'] ?? {};
      delete responses['200'];
    }),
  },
  {
    rule: 'declared.media-type',
    operations: 'listAgents',
    check: 'declared.media-type',
    breaks: 'sends JSON where its document says HTML',
    wrap: withDocument((responses) => {
      responses['200'] = { content: { 'text/html': {} } };
    }),
  },
  {
    rule: 'declared.body',
    operations: 'listAgents',
    check: 'declared.body',
    breaks: 'answers with a body that its schema does not allow',
    wrap: withDocument((responses) => {
      responses['200'] = { content: { 'application/json': { schema: { type: 'integer' } } } };
    }),
  },
  {
    rule: 'declared.header',
    operations: 'listAgents',
    check: 'declared.header',
    breaks: 'lacks a header that its document requires',
    wrap: withDocument((responses) => {
      const headers = { 'x-total': { required: true, schema: { type: 'integer' } } };
      responses['200'] = { ...responses['200'], headers };
    }),
  },
  {
    rule: 'declared.bounds',
    operations: 'searchTools',
    check: 'declared.bounds',
    breaks: 'takes values past the bounds that its document gives',
    wrap: after(async (response, request) =>
      pathOf(request) === '/me/tools/search' && response.status === 422 ? Response.json([]) : response,
    ),
  },
];

function pathOf({ url }: Request): string {
  return new URL(url).pathname;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } }>>;
}

type Responses = Record<string, object>;

/** The deployment as it is, with another document about its list of agents. */
function withDocument(change: (responses: Responses) => void): Mutant['wrap'] {
  return after(async (response, request) => {
    if (pathOf(request) !== documentPath) return response;
    const document = (await response.json()) as Document;
    change(document.paths['/me/agents']?.get.responses ?? {});
    return Response.json(document);
  });
}
