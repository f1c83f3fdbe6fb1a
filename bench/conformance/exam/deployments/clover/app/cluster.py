"""One private PostgreSQL cluster per instance: Unix socket alone, fsync off, ended with the server."""
import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
import time

BIN = "/usr/lib/postgresql/15/bin"
# The wrapper reads a pipe that only the server holds open: when the server ends, however it
# ends, the pipe closes, PostgreSQL is shut down at once and the folder goes.
SCRIPT = """
trap '' TERM INT HUP
{bin}/initdb -D {d}/data -U clover -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null || exit 1
{pdeath} {bin}/postgres -D {d}/data -k {d} -c listen_addresses= -c fsync=off \
  -c synchronous_commit=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=64MB \
  -c autovacuum_naptime=60 -c timezone=UTC -c log_min_messages=panic </dev/null >/dev/null 2>&1 &
pid=$!
cat >/dev/null
kill -QUIT $pid 2>/dev/null
wait $pid
rm -rf {d}
"""


class Cluster:
    def __init__(self) -> None:
        self.dir = tempfile.mkdtemp(prefix="clover-pg-")
        prefix: list[str] = []
        pdeath = "setpriv --pdeathsig QUIT" if shutil.which("setpriv") else ""
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.dir, user.pw_uid, user.pw_gid)
            prefix = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        script = SCRIPT.format(bin=BIN, d=shlex.quote(self.dir), pdeath=pdeath)
        self.proc = subprocess.Popen([*prefix, "sh", "-c", script], stdin=subprocess.PIPE,
                                     stdout=subprocess.DEVNULL, start_new_session=True, cwd="/")

    def wait(self) -> None:
        sock = f"{self.dir}/.s.PGSQL.5432"
        for _ in range(600):
            if self.proc.poll() is not None:
                raise RuntimeError("PostgreSQL did not start")
            if os.path.exists(sock) and subprocess.run(
                    [f"{BIN}/pg_isready", "-q", "-h", self.dir], check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL did not come up in time")

    def stop(self) -> None:
        self.proc.stdin.close()
        try:
            self.proc.wait(10)
        except subprocess.TimeoutExpired:
            pass
