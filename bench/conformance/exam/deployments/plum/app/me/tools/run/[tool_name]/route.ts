import { route, z, fault } from '#lib';
import { runTool } from '#services/tools';
const query = { service_id: z.string().optional().transform((v) => v ?? (fault('service-defaults-swapped') ? 'global' : 'default')), service_id_namespace: z.string().optional().transform((v) => v ?? (fault('service-defaults-swapped') ? 'default' : 'global')) };
export const POST = route({ query, body: z.record(z.string(), z.any()), bodyStatus: 400 }, (c) => runTool(c.params.tool_name, c.body, c.query.service_id, c.query.service_id_namespace));
