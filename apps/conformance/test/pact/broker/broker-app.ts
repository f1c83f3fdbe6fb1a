import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { hal, originOf } from './hal-response.ts';
import { matrixFor, unknownNames } from './matrix.ts';
import { placeRoutes } from './place-routes.ts';
import {
  emptyRecords,
  findVersion,
  type Pact,
  type PactDocument,
  type Records,
  seeVersion,
  shaOf,
} from './records.ts';
import { type Question, selectPacts } from './select-pacts.ts';

export interface BrokerOptions {
  readonly token?: string;
  /** A status that is answered in place of what was asked for: a broker in trouble, or one that may only be read. */
  readonly trouble?: (request: { readonly method: string; readonly path: string }) => number | undefined;
}

export interface TestBroker {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly records: Records;
}

interface Published {
  readonly pacticipantName: string;
  readonly pacticipantVersionNumber: string;
  readonly branch?: string;
  readonly tags?: readonly string[];
  readonly contracts: readonly { readonly providerName: string; readonly content: string }[];
}

/**
 * A broker for tests, in memory: of the vendor's HAL interface what the official client and verifier call, as logged in
 * front of broker 2.120.0. It is not for production.
 */
export function createTestBroker({ token, trouble = () => undefined }: BrokerOptions = {}): TestBroker {
  const records = emptyRecords();
  const app = new Hono();
  app.use(async (context, next) => {
    if (token !== undefined && context.req.header('authorization') !== `Bearer ${token}`)
      return hal({ error: 'Unauthorized' }, 401);
    const { method, path } = context.req;
    const status = trouble({ method, path });
    return status === undefined ? next() : hal({ error: { message: 'On purpose.' } }, status);
  });
  app.get('/', (context) => hal({ _links: indexLinks(originOf(context)) }));
  app.post('/contracts/publish', async (context) =>
    publish(records, await context.req.json(), originOf(context)),
  );
  pactRoutes(app, records);
  versionRoutes(app, records);
  placeRoutes(app, records);
  app.get('/matrix', (context) => {
    const asked = {
      pacticipant: context.req.query('q[][pacticipant]') ?? '',
      version: context.req.query('q[][version]'),
      environment: context.req.query('environment'),
    };
    const errors = unknownNames(records, asked);
    return errors.length > 0 ? hal({ errors }, 400) : hal(matrixFor(records, asked));
  });
  return { fetch: app.fetch, records };
}

function indexLinks(origin: string): object {
  const link = (path: string, templated = false) => ({ href: `${origin}${path}`, templated });
  return {
    self: link('/'),
    'pb:publish-contracts': link('/contracts/publish'),
    'pb:provider-pacts-for-verification': link('/pacts/provider/{provider}/for-verification', true),
    'pb:latest-provider-pacts': link('/pacts/provider/{provider}/latest', true),
    'pb:environments': link('/environments'),
  };
}

function publish(records: Records, published: Published, origin: string): Response {
  const { pacticipantName: consumer, pacticipantVersionNumber: consumerVersion } = published;
  const contracts = published.contracts.map(({ providerName, content }) => {
    const document: PactDocument = JSON.parse(Buffer.from(content, 'base64').toString('utf8'));
    return { provider: providerName, document, sha: shaOf(document) };
  });
  const changed = contracts.find(({ provider, sha }) =>
    records.pacts.some(
      (one) =>
        one.consumer === consumer &&
        one.consumerVersion === consumerVersion &&
        one.provider === provider &&
        one.sha !== sha,
    ),
  );
  if (changed !== undefined) {
    const text = `Cannot change the content of the pact for ${consumer} version ${consumerVersion} and provider ${changed.provider}`;
    return hal({ notices: [{ type: 'error', text }], errors: {} }, 409);
  }
  const version = seeVersion(records, consumer, consumerVersion);
  if (published.branch !== undefined) version.branches.add(published.branch);
  for (const tag of published.tags ?? []) version.tags.add(tag);
  records.pacts.push(
    ...contracts.map((one) => ({ ...one, consumer, consumerVersion, publishedAt: Date.now() })),
  );
  const at = {
    href: `${origin}/pacticipants/${encodeURIComponent(consumer)}`,
    name: consumer,
    title: consumer,
  };
  return hal({
    logs: [],
    notices: [
      { type: 'success', text: `${contracts.length} contracts of ${consumer} ${consumerVersion} published` },
    ],
    _embedded: {
      pacticipant: { name: consumer, _links: { self: at } },
      version: { number: consumerVersion, _links: { self: at } },
    },
    _links: {
      'pb:pacticipant': at,
      'pb:pacticipant-version': at,
      'pb:pacticipant-version-tags': [at],
      'pb:contracts': [at],
    },
  });
}

function pactRoutes(app: Hono, records: Records): void {
  const forVerification = '/pacts/provider/:provider/for-verification';
  app.get(forVerification, (context) => hal({ _links: { self: { href: context.req.url } } }));
  app.post(forVerification, async (context) => {
    const question: Question = await context.req.json();
    const provider = context.req.param('provider');
    const pacts = selectPacts(records, provider, question).map(({ pact, pending, wip }) => ({
      shortDescription: `pact of ${pact.consumer} ${pact.consumerVersion}`,
      verificationProperties: {
        ...(question.includePendingStatus ? { pending } : {}),
        ...(wip ? { wip } : {}),
        notices: [],
      },
      _links: {
        self: {
          href: `${originOf(context)}/pacts/provider/${provider}/consumer/${pact.consumer}/pact-version/${pact.sha}`,
          name: `Pact between ${pact.consumer} (${pact.consumerVersion}) and ${provider}`,
        },
      },
    }));
    return hal({ _embedded: { pacts }, _links: { self: { href: context.req.url } } });
  });
  app.get('/pacts/provider/:provider/consumer/:consumer/pact-version/:sha', (context) => {
    const { provider, sha } = context.req.param();
    const pact = records.pacts.find((one) => one.provider === provider && one.sha === sha);
    if (pact === undefined) return hal({ error: 'no such pact' }, 404);
    const interactions = pact.document.interactions.map((one) => ({ ...one, _id: shaOf(one) }));
    const results = `${new URL(context.req.url).pathname}/verification-results`;
    return hal({
      ...pact.document,
      interactions,
      _links: {
        self: { href: context.req.url },
        'pb:consumer-version': versionLink(originOf(context), pact),
        'pb:provider': { href: `${originOf(context)}/pacticipants/${provider}` },
        'pb:publish-verification-results': { href: `${originOf(context)}${results}` },
      },
    });
  });
  app.post(
    '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha/verification-results',
    async (context) => {
      const { provider, sha } = context.req.param();
      const body = await context.req.json();
      const providerVersion: string = body.providerApplicationVersion;
      seeVersion(records, provider, providerVersion);
      const id = randomUUID();
      records.results.push({ id, sha, provider, providerVersion, success: body.success === true, body });
      return hal({ _links: { self: { href: `${context.req.url}/${id}` } } }, 201);
    },
  );
  app.get(
    '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha/verification-results/:id',
    (context) => {
      const found = records.results.find(({ id }) => id === context.req.param('id'));
      if (found === undefined) return hal({ error: 'no such result' }, 404);
      const { providerVersion: providerApplicationVersion, success } = found;
      return hal({ success, providerApplicationVersion, _links: { self: { href: context.req.url } } });
    },
  );
}

function versionLink(origin: string, { consumer, consumerVersion }: Pact): object {
  const path = [consumer, 'versions', consumerVersion].map(encodeURIComponent).join('/');
  return { title: 'Consumer version', name: consumerVersion, href: `${origin}/pacticipants/${path}` };
}

function versionRoutes(app: Hono, records: Records): void {
  app.get('/pacticipants/:name', (context) => {
    const at = `${originOf(context)}/pacticipants/${context.req.param('name')}`;
    return hal({
      name: context.req.param('name'),
      _links: {
        self: { href: at },
        'pb:branch-version': { href: `${at}/branches/{branch}/versions/{version}`, templated: true },
        'pb:version-tag': { href: `${at}/versions/{version}/tags/{tag}`, templated: true },
      },
    });
  });
  app.put('/pacticipants/:name/branches/:branch/versions/:version', (context) => {
    const { name, branch, version } = context.req.param();
    seeVersion(records, name, version).branches.add(branch);
    return hal({ _links: { self: { href: context.req.url } } }, 201);
  });
  app.get('/pacticipants/:name/versions/:version', (context) => {
    const { name, version } = context.req.param();
    const found = findVersion(records, name, version);
    if (found === undefined) return hal({ error: 'no such version' }, 404);
    const linksTo = (kind: string): object[] =>
      records.environments.map(({ uuid, name: place }) => ({
        name: place,
        href: `${context.req.url}/${kind}/environment/${uuid}`,
      }));
    return hal({
      number: version,
      _embedded: { branchVersions: [...found.branches].map((branch) => ({ name: branch })) },
      _links: {
        self: { href: context.req.url },
        'pb:record-deployment': linksTo('deployed-versions'),
        'pb:record-release': linksTo('released-versions'),
      },
    });
  });
  app.post('/pacticipants/:name/versions/:version/deployed-versions/environment/:uuid', async (context) => {
    const { name, version, uuid: environment } = context.req.param();
    const text = await context.req.text();
    const instance: string | undefined = text === '' ? undefined : JSON.parse(text).applicationInstance;
    const isReplaced = (one: Records['deployed'][number]): boolean =>
      one.pacticipant === name && one.environment === environment && one.instance === instance;
    const uuid = randomUUID();
    const deployed = { uuid, pacticipant: name, version, environment, instance };
    records.deployed = [...records.deployed.filter((one) => !isReplaced(one)), deployed];
    const place = records.environments.find((one) => one.uuid === environment);
    return hal({ uuid, currentlyDeployed: true, _embedded: { environment: place } }, 201);
  });
}
