import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { hal, originOf } from './hal-response.ts';
import type { Records } from './records.ts';

/** Environments, what is there, and main branches. */
export function placeRoutes(app: Hono, records: Records): void {
  app.patch('/pacticipants/:name', async (context) => {
    const name = context.req.param('name');
    if (!records.versions.some(({ pacticipant }) => pacticipant === name))
      return hal({ error: 'no such pacticipant' }, 404);
    records.mainBranches.set(name, (await context.req.json()).mainBranch);
    return hal({ name });
  });
  app.post('/pacticipants', async (context) => {
    const { name, mainBranch } = await context.req.json();
    records.mainBranches.set(name, mainBranch);
    return hal({ name }, 201);
  });
  app.get('/environments', () => hal({ _embedded: { environments: records.environments } }));
  app.post('/environments', async (context) => {
    const asked = await context.req.json();
    if (records.environments.some(({ name }) => name === asked.name))
      return hal(
        { errors: { name: [`Another environment with name '${asked.name}' already exists.`] } },
        400,
      );
    const made = { uuid: randomUUID(), ...asked };
    records.environments.push(made);
    return hal(made, 201);
  });
  app.post('/pacticipants/:name/versions/:version/released-versions/environment/:uuid', (context) => {
    const { name, version, uuid: environment } = context.req.param();
    const uuid = randomUUID();
    // A release stays beside the others until its support ends.
    records.deployed.push({ uuid, pacticipant: name, version, environment, instance: uuid });
    return hal({ uuid, currentlySupported: true }, 201);
  });
  app.get('/environments/:uuid/deployed-versions/currently-deployed', (context) => {
    const there = records.deployed.filter(
      (one) =>
        one.environment === context.req.param('uuid') && one.pacticipant === context.req.query('pacticipant'),
    );
    const deployedVersions = there.map(({ uuid, version, instance }) => ({
      uuid,
      currentlyDeployed: true,
      applicationInstance: instance ?? null,
      _embedded: { version: { number: version } },
      _links: { self: { href: `${originOf(context)}/deployed-versions/${uuid}` } },
    }));
    return hal({ _embedded: { deployedVersions } });
  });
  app.patch('/deployed-versions/:uuid', (context) => {
    if (context.req.header('content-type') !== 'application/merge-patch+json') return hal({}, 415);
    records.deployed = records.deployed.filter(({ uuid }) => uuid !== context.req.param('uuid'));
    return hal({ currentlyDeployed: false });
  });
}
