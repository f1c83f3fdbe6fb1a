import { route } from '#lib';
import { useCredit, creditsView } from '#services/commerce';
export const POST = route({}, async () => creditsView(await useCredit()));
