import { slugPattern } from '../../domain/vanity-slug.ts';
import { slugIsUsed } from '../../store/agent-record-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/agents/vanity/slug */
export const checkVanitySlug = defineOperation('checkVanitySlug', {
  async answer({ query: { slug } }, { store }) {
    const available = slugPattern.test(slug) && !(await slugIsUsed(store.db, slug));
    return ok({ slug, available });
  },
});
