import { existsSync } from 'node:fs';

/** Where Debian and others put Chromium. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium, or undefined where there is none: .ci/install-browser installs one. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path));
}
