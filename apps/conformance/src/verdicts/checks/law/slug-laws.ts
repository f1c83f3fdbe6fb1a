import type { Check } from '../../verdict.ts';
import { availableSlugCanBeUsed } from './available-slug-can-be-used.ts';
import { ownSlugIsNoObstacle } from './own-slug-is-no-obstacle.ts';
import {
  askingTakesNoSlug,
  generatedSlugIsFree,
  slugCheckTellsApart,
  slugIsNoPattern,
} from './slug-availability.ts';
import { slugIsOfOneAgent } from './slug-is-of-one-agent.ts';

/** Laws of the slugs that agents have, and may have. */
export const slugLaws: readonly Check[] = [
  slugCheckTellsApart,
  slugIsNoPattern,
  generatedSlugIsFree,
  slugIsOfOneAgent,
  availableSlugCanBeUsed,
  askingTakesNoSlug,
  ownSlugIsNoObstacle,
];
