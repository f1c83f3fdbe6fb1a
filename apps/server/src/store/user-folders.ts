import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'agent-workers-server';

/** Where this platform keeps a user's data. */
export function userDataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name, 'data');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), name);
}

/** Where this platform keeps what can be made again. */
export function userCacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', name);
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name, 'cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), name);
}
