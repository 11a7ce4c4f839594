import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** For what a browser does on a busy machine. */
export const BROWSER_PATIENCE_MS = 120_000;

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium is installed; null when there is none. CHROMIUM names another place. */
export function findChromium(): string | null {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;
}

/** A Chromium that asks nobody anything by itself. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    timeout: BROWSER_PATIENCE_MS,
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
