"""A client by config.json, and how to start the deployment."""
import json, os, signal, subprocess, time, pathlib
from concurrent.futures import ThreadPoolExecutor
import httpx

HERE = pathlib.Path(__file__).resolve().parent


class D:
    def __init__(self, port, fault=""):
        self.cfg = json.loads((HERE / "config.json").read_text().replace("PORT", str(port)))
        self.fx, cr = self.cfg["fixtures"], self.cfg["credentials"]
        self.tok = {"own": cr["jwt"], "other": cr["otherJwt"], "sandbox": cr["sandboxJwt"], "key": cr["apiKey"], "otherkey": cr["otherApiKey"], None: None}
        self.p = subprocess.Popen([str(HERE / "start.sh"), str(port)], env={**os.environ, "FAULT": fault}, stdout=subprocess.PIPE, text=True)
        assert self.p.stdout.readline().strip() == "ready"
        self.h = httpx.Client(timeout=20)

    def stop(self):
        self.h.close()
        self.p.send_signal(signal.SIGTERM)
        self.p.wait()

    def req(self, method, url, who="own", **kw):
        t = self.tok.get(who, who)
        headers = {**({"Authorization": "Bearer " + t} if t else {}), **kw.pop("headers", {})}
        return self.h.request(method, url, headers=headers, **kw)

    def me(self, method, path, body=None, who="own", **kw):
        if body is not None:
            kw["json"] = body
        return self.req(method, self.cfg["baseUrl"] + "/me" + path, who, **kw)

    def w(self, method, path, message=None, who="key"):
        return self.req(method, self.cfg["agentsUrl"] + path, who, **({"json": {"message": message}} if message is not None else {}))

    def tool(self, name, args=None, who="own"):
        return self.me("POST", "/tools/run/" + name, args or {}, who)

    def note(self, op, args=None, who="own"):
        r = self.tool("NOTIFIER_" + op, args, who)
        assert r.status_code == 200, r.text
        return r.json()["structuredContent"]

    def run(self, message="Hello", agent=None, who="key", nd=False):
        r = self.w("POST", ("/ndjson/" if nd else "/") + (agent or self.fx["agentId"]), message, who)
        assert r.status_code == 200, r.text
        return r.headers["x-service-run-id"]

    def history(self, run, who="key"):
        return self.w("GET", f"/{self.fx['agentId']}/{run}", who=who)

    def agent(self, who="own", **kw):
        r = self.me("POST", "/agents", {"chatPrompt": "Be brief.", **kw}, who)
        assert r.status_code == 200, r.text
        return r.json()["agentId"]

    def both(self, *calls):
        with ThreadPoolExecutor(len(calls)) as ex:
            return [f.result() for f in [ex.submit(c) for c in calls]]
