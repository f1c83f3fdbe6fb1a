// A Cloudflare Worker, and with `export default` as it stands also what Bun and Deno serve. Its secrets come as bindings.
import { createUserClient } from '@agent-workers/client-fetch';

interface Bindings {
  BASE_URL: string;
  JWT: string;
}

// biome-ignore lint/style/noDefaultExport: the runtime asks for one.
export default {
  async fetch(_request: Request, { BASE_URL, JWT }: Bindings): Promise<Response> {
    const user = createUserClient({ baseUrl: BASE_URL, jwt: JWT });
    const agents = await user.agents.listAgents();
    return Response.json(agents.map(({ agent_id }) => agent_id));
  },
};
