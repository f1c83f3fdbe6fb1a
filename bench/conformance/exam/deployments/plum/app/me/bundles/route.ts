import { route } from '#lib';
import { bundleList, bundleCreate, bundleView } from '#services/misc';
export const GET = route({}, () => bundleList());
export const POST = route({}, () => bundleView(bundleCreate()));
