import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const maximumRooms = 15;

test.each(['apps/server/src'])('%s has no more entries than a newcomer can hold in mind', (folder) => {
  expect(readdirSync(join(root, folder)).length).toBeLessThanOrEqual(maximumRooms);
});
