import { vibeServices } from '../../domain/vibe-services.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/vibe/services */
export const listVibeServices = defineOperation('listVibeServices', {
  answer: () => ok({ items: vibeServices.map(({ service_name, title }) => ({ service_name, title })) }),
});
