"""Starts the deployment and talks to it: for selftest.py and probes.py."""
import json, os, subprocess, requests
HERE = os.path.dirname(os.path.abspath(__file__))
class Box:
    def __init__(self, port=9900, fault=""):
        self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(port)], stdout=subprocess.PIPE, text=True, env={**os.environ, "FAULT": fault})
        assert self.p.stdout.readline().strip() == "ready"
        self.config = json.loads(open(os.path.join(HERE, "config.json")).read().replace("PORT", str(port)))
        self.root, self.base, self.agents = f"http://127.0.0.1:{port}", self.config["baseUrl"], self.config["agentsUrl"]
        c = self.config["credentials"]
        self.own, self.other, self.boxed, self.key, self.otherkey = c["jwt"], c["otherJwt"], c["sandboxJwt"], c["apiKey"], c["otherApiKey"]
        self.fx = self.config["fixtures"]
        self.s = requests.Session()
    def __enter__(self):
        return self
    def __exit__(self, *a):
        self.p.terminate(); self.p.wait(); self.p.stdout.close(); self.s.close()
    def api(self, method, path, body=None, who="own", session=True, **kw):
        h = dict(kw.pop("headers", {}))
        if who:
            h["authorization"] = "Bearer " + getattr(self, who, who)
        if body is not None:
            kw["json"] = body
        return (self.s if session else requests).request(method, self.base + path, headers=h, **kw)
    def worker(self, method, path, message=None, key="key", session=True, **kw):
        h = {"authorization": "Bearer " + getattr(self, key, key)} if key else {}
        if message is not None:
            kw["json"] = {"message": message}
        r = (self.s if session else requests).request(method, self.agents + path, headers=h, **kw)
        if "application/json" not in r.headers.get("content-type", ""):
            r.encoding = "utf-8"
        return r
    def agent(self, who="own", **f):
        r = self.api("POST", "/me/agents", {"name": "A", "prompt": "Be kind.", "visibility": "public", **f}, who)
        assert r.status_code == 200, r.text
        return r.json()["agent_id"]
    def tool(self, name, input=None, who="own", **kw):
        return self.api("POST", "/me/tools/run/" + name, input or {}, who, **kw)
    def nt(self, name, who="own", **input):
        r = self.tool("NOTIFIER_" + name, input, who)
        return r.json()["structuredContent"] if r.status_code == 200 else r.status_code
