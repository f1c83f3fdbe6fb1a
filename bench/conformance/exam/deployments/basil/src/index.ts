import { rmSync } from "node:fs";
import { app, errorResponse, unmatched } from "./core";
import { db, folder } from "./db";
import { openapi } from "./openapi";
import { seed } from "./seed";
import "./routes/workers";
import "./routes/runs";
import "./routes/subscriptions";
import "./routes/studio";
import "./routes/files";
import "./routes/agents";
import "./routes/account";
import "./routes/bundles";
import "./routes/cli";
import "./routes/schedules";
import "./routes/tools";

const port = Number(process.argv[2]);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error("usage: index.ts PORT");
  process.exit(2);
}
seed();
app.get("/openapi.json", () => new Response(openapi(), { headers: { "content-type": "application/json" } }));
app.get("/health", () => new Response("ok"));
app.onError(({ code, error, request }) => (code === "NOT_FOUND" ? unmatched(request) : errorResponse(error, "req_unknown")));
app.compile();
async function listen(): Promise<ReturnType<typeof Bun.serve>> {
  for (let left = 20; ; left--) {
    try {
      return Bun.serve({ hostname: "127.0.0.1", port, idleTimeout: 120, fetch: (request) => app.fetch(request) });
    } catch (error) {
      if (left > 0) await Bun.sleep(500); // an old connection may still hold the port
      else {
        console.error(error);
        rmSync(folder, { recursive: true, force: true });
        process.exit(1);
      }
    }
  }
}
const server = await listen();

function stop(): void {
  server.stop(true);
  try {
    db.close();
  } catch {
    // being used: the folder goes all the same
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("unhandledRejection", (error) => console.error("unhandled", error));
console.log("ready");
