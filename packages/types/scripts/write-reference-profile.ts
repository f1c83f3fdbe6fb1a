import { writeFileSync } from 'node:fs';
import { makeReferenceProfile, referenceProfile } from './reference-profile.ts';

writeFileSync(referenceProfile, await makeReferenceProfile());
