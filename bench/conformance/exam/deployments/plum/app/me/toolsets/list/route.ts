import { route } from '#lib';
import { toolsets, toolSetView } from '#services/tools';
export const GET = route({}, () => Object.keys(toolsets).map(toolSetView));
