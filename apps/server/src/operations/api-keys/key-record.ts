import type { SecretBox } from '../../secrets/secret-box.ts';
import type { StoredApiKey } from '../../store/api-key-repository.ts';
import { purposeFor } from './key-ring.ts';

/** The variant without the value. */
export function toHiddenRecord(key: StoredApiKey) {
  return {
    api_key_id: key.id,
    name: key.name,
    is_default: key.isDefault,
    created_at: key.createdAt.toISOString(),
  };
}

/** The key with its value, which is left out of keys made before values were kept. */
export function toKeyRecord(
  key: StoredApiKey,
  { secretBox, userId }: { secretBox: SecretBox; userId: string },
) {
  const value = key.sealed === null ? {} : { key: secretBox.open(key.sealed, purposeFor(userId)) };
  return { ...toHiddenRecord(key), ...value };
}
