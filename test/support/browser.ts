import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Generous, because a busy machine is slow, not broken. */
export const BROWSER_TIMEOUT_MS = 120_000;

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of an installed Chromium; null when there is none. The variable CHROMIUM overrides it. */
export function findChromium(): string | null {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Starts Chromium without its own background requests. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    timeout: BROWSER_TIMEOUT_MS,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-dev-shm-usage',
    ],
  });
}
