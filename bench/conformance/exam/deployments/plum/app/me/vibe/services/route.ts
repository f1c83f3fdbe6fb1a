import { route } from '#lib';
import { SERVICES } from '#services/vibe';
export const GET = route({ auth: 'optional' }, () => ({ data: Object.entries(SERVICES).map(([name, s]) => ({ id: name, service_name: name, name, ...s })), nextCursor: null }));
