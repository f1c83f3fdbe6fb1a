import { route, z, zUuid } from '#lib';
import { cliAttach, cliTake, cliView } from '#services/misc';
const params = { cli_auth_id: zUuid };
export const PUT = route({ params, body: z.object({ jwt: z.string().min(1).max(10000) }) }, (c) => cliView(cliAttach(c.params.cli_auth_id, c.body.jwt), c.body.jwt));
export const GET = route({ auth: 'optional', params }, (c) => cliTake(c.params.cli_auth_id));
