// Starts everything: routes, seeds, clocks.
import { route, serve, fail } from './framework.ts';
import { openapi } from './openapi.ts';
import './controllers/account.ts';
import './controllers/agents.ts';
import './controllers/runs.ts';
import './controllers/tools.ts';
import './controllers/workers.ts';
import { tickSchedules } from './controllers/schedules.ts';
import { seed } from './seeds.ts';
import { NO_CONTENT } from './framework.ts';
import { t } from './schemas.ts';

route('POST', '/uploads/{upload_id}', { id: 'uploadFile', tag: 'uploads', auth: 'none', params: { upload_id: t('str') }, status: 204, errs: [] }, () => NO_CONTENT);
let doc: any;
route('GET', '/docs/openapi.json', { id: 'getOpenApi', tag: 'docs', auth: 'none', answer: t('obj') }, () => (doc ??= openapi()));
seed();
setInterval(tickSchedules, 1000).unref();
const port = Number(process.argv[2]);
const server = serve(port, () => console.log('ready'));
for (const s of ['SIGTERM', 'SIGINT'] as const) process.on(s, () => { server.close(); server.closeAllConnections(); process.exit(0); });
