import { route } from '#lib';
import { credits, creditsView } from '#services/commerce';
export const GET = route({}, () => creditsView(credits()));
