// Balancer (round robin over connections), Redis keeper; in the children: one API process each.
import cluster from 'node:cluster';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const port = Number(process.env.PORT);

if (cluster.isPrimary) {
  const dir = mkdtempSync(join(tmpdir(), `fennel-${process.pid}-`));
  const sock = join(dir, 'redis.sock');
  // The keeper reads from our pipe: when we are gone (also by SIGKILL) it reads the end and ends Redis.
  const keeper = spawn('sh', ['-c',
    'redis-server --port 0 --unixsocket "$1/redis.sock" --save "" --appendonly no --dir "$1" --loglevel warning >/dev/null 2>&1 & P=$!; cat >/dev/null; kill -9 $P; rm -rf "$1"',
    'keeper', dir], { stdio: ['pipe', 'ignore', 'ignore'] });
  process.env.REDIS_SOCK = sock;
  let ending = false;
  const end = (code = 0) => {
    if (ending) return;
    ending = true;
    for (const w of Object.values(cluster.workers)) w.process.kill('SIGKILL');
    keeper.on('exit', () => { rmSync(dir, { recursive: true, force: true }); process.exit(code); });
    keeper.stdin.end();
    setTimeout(() => process.exit(code), 2000);
  };
  process.on('SIGTERM', () => end());
  process.on('SIGINT', () => end());
  keeper.on('exit', () => end(1));
  for (let i = 0; i < 400 && !existsSync(sock); i++) await new Promise((r) => setTimeout(r, 10));
  const { seed } = await import('./seed.mjs');
  await seed();
  cluster.schedulingPolicy = cluster.SCHED_RR;
  let up = 0;
  cluster.on('listening', () => { if (++up === 2) process.stdout.write('ready\n'); });
  cluster.on('exit', () => end(1));
  cluster.fork(); cluster.fork();
} else {
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => {});
  const { serve } = await import('./app.mjs');
  serve(port);
}
