import http from 'node:http';
import { handleUser, cors } from './src/http.mjs';
import { handleWorkers } from './src/workers.mjs';
import './src/seed.mjs';
import './src/me_agents.mjs';
import './src/me_money.mjs';
import './src/me_rest.mjs';

const port = Number(process.argv[2] || process.env.PORT);
const server = http.createServer((req, res) => {
  const [path, search = ''] = req.url.split(/\?(.*)/s);
  if (req.method === 'OPTIONS') {
    res.writeHead(204, { ...cors, 'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'access-control-allow-headers': 'authorization, content-type', 'access-control-max-age': '600' });
    return res.end();
  }
  if (path.startsWith('/workers/')) return handleWorkers(req, res, path);
  return handleUser(req, res, path, new URLSearchParams(search));
});
server.keepAliveTimeout = 65000;
server.on('clientError', (e, s) => { if (s.writable) s.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'); });
server.listen(port, '127.0.0.1', 1024, () => console.log('ready'));
for (const sig of ['SIGTERM', 'SIGINT']) process.on(sig, () => process.exit(0));
