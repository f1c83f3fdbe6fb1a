import { route, cliSessions, uuid, stamp } from '#lib';
import { cliView } from '#services/misc';
export const POST = route({ auth: 'optional' }, () => cliView(cliSessions.insert({ cli_auth_id: uuid(), user_id: null, jwt: null, consumed: false, created: stamp() })));
