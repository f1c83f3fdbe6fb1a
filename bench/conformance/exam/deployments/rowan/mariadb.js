'use strict';
// A private mariadbd on a throw-away data directory, reached by a Unix socket.
const { spawn, spawnSync } = require('child_process');
const fs = require('fs'); const os = require('os'); const path = require('path');
const mysql = require('mysql2/promise');
const root = process.getuid && process.getuid() === 0;
const args = (dir) => ['--no-defaults', ...(root ? ['--user=root'] : []), `--datadir=${dir}/data`, `--socket=${dir}/s.sock`, `--pid-file=${dir}/pid`,
  '--skip-networking', '--skip-log-bin', '--innodb-autoextend-increment=1', '--innodb-log-file-size=8M', '--innodb-buffer-pool-size=48M', '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0', '--innodb-flush-method=nosync', '--performance-schema=OFF', '--max-connections=60', '--max-allowed-packet=64M', '--innodb-lock-wait-timeout=20',
  '--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci', '--aria-log-file-size=8M', '--aria-pagecache-buffer-size=8M', '--key-buffer-size=1M',
  '--transaction-isolation=READ-COMMITTED', '--default-time-zone=+00:00', '--skip-name-resolve', '--log-error=' + dir + '/err.log'];
function install(dir) {
  const r = spawnSync('mariadb-install-db', ['--no-defaults', ...(root ? ['--user=root'] : []), `--datadir=${dir}/data`, '--auth-root-authentication-method=normal', '--skip-test-db', '--innodb-autoextend-increment=1', '--innodb-log-file-size=8M', '--aria-log-file-size=8M'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (r.status !== 0) throw new Error('mariadb-install-db: ' + r.stderr + r.stdout);
}
function launch(dir) {
  // dies with this process (PDEATHSIG), also after SIGKILL; the reaper sees EOF on its pipe and removes the directory
  const m = spawn('setpriv', ['--pdeathsig', 'KILL', 'mariadbd', ...args(dir)], { stdio: 'ignore' });
  const reaper = spawn('sh', ['-c', 'trap "" TERM INT HUP; read x; grep -q "$2" /proc/$1/cmdline 2>/dev/null && kill -9 "$1"; rm -rf "$2"', 'reaper', String(m.pid), dir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  reaper.unref(); reaper.stdin.on('error', () => {});
  return m;
}
async function connect(dir, opts) {
  for (let i = 0; i < 400; i++) {
    try { return await mysql.createConnection({ socketPath: `${dir}/s.sock`, user: 'root', charset: 'utf8mb4', ...opts }); } catch (e) { await new Promise(r => setTimeout(r, 50)); }
  }
  throw new Error('mariadbd does not come up: ' + (fs.existsSync(dir + '/err.log') ? fs.readFileSync(dir + '/err.log', 'utf8').slice(-2000) : ''));
}
const tmp = () => fs.mkdtempSync(path.join(os.tmpdir(), 'rowan-'));
module.exports = { install, launch, connect, tmp, args };
