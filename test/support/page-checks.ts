import type { Page } from 'playwright-core';
import { accessibilityFaults, picture } from './browser.ts';
import { eventually } from './eventually.ts';
import { sized } from './lane.ts';

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

interface Screen {
  readonly device: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly schemes: readonly ('light' | 'dark')[];
  /** The rules of axe for the first scheme; the second gets those about colours. */
  readonly rules: 'all' | 'colours';
}

/** The widths with their colour schemes. */
const SCREENS: readonly Screen[] = sized({
  // What is forgotten first: a narrow window and dark colours.
  quick: [{ device: 'phone', viewport: PHONE, schemes: ['dark'], rules: 'all' }],
  full: [
    { device: 'desktop', viewport: DESKTOP, schemes: ['light', 'dark'], rules: 'all' },
    { device: 'phone', viewport: PHONE, schemes: ['dark', 'light'], rules: 'all' },
    { device: 'smallest', viewport: { width: 320, height: 640 }, schemes: ['light'], rules: 'all' },
  ],
});

/** Ends when what moves for a while has come to rest. Run in the page. */
export const AT_REST = `Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished.catch(() => {})))`;

const FITS = 'document.documentElement.scrollWidth <= innerWidth';

/** What of the page has moved unasked since it was opened, and by how much. Run in the page. */
const LAYOUT_SHIFTS = `new Promise((resolve) => {
  const shifts = [];
  const places = ({ node, previousRect, currentRect }) =>
    (node?.outerHTML?.slice(0, 60) ?? 'gone') + ' from ' + previousRect.y + ' to ' + currentRect.y;
  const add = (entries) => entries.forEach(({ hadRecentInput, value, sources }) => {
    if (!hadRecentInput) shifts.push(value.toFixed(4) + ': ' + sources.map(places).join(', '));
  });
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => { add(observer.takeRecords()); resolve(shifts); }));
})`;

/** A page with what was noticed about it from outside. */
interface WatchedPage {
  readonly page: Page;
  /** What the console said and which errors were not caught. */
  readonly complaints: readonly string[];
  /** Requests to other origins. */
  readonly strangers: readonly string[];
}

/**
 * Checks what a page shows on every screen: it fits, axe finds nothing, the console is silent, nothing is fetched from
 * elsewhere; a page that `open` opens again for every width moves nothing unasked. What is not opened, such as a
 * dialog, is resized. With SCREENSHOTS there is a picture of each. `also` checks what one page alone promises.
 */
export async function checkOnEveryScreen(
  { page, complaints, strangers }: WatchedPage,
  name: string,
  open?: () => Promise<unknown>,
  also?: (viewport: { readonly width: number }) => Promise<void>,
): Promise<void> {
  for (const { device, viewport, schemes, rules } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: schemes[0]! });
    await open?.();
    for (const scheme of schemes) {
      const shown = `${name}-${device}-${scheme}`;
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate(AT_REST);
      await eventually(`${shown} is no wider than the window`, () => page.evaluate<boolean>(FITS));
      const faults = await accessibilityFaults(page, scheme === schemes[0] ? rules : 'colours');
      // Asked last: whatever arrives late has had the time that axe takes.
      const shifts = open && scheme === schemes[0] ? await page.evaluate<string[]>(LAYOUT_SHIFTS) : [];
      // The whole page, which makes the window larger for a moment: after the shifts.
      await picture(page, shown, !(await page.locator('dialog').count()));
      const found = { shown, faults, shifts, complaints, strangers };
      expect(found).toEqual({ shown, faults: [], shifts: [], complaints: [], strangers: [] });
      await also?.(viewport);
    }
  }
  await page.setViewportSize(DESKTOP);
}
