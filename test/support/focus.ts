import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Where the focus is and how it shows. */
interface Focused {
  /** What the element is called; empty when the focus is nowhere. */
  readonly text: string;
  /** Style and width of its ring. */
  readonly outline: string;
  readonly isSeen: boolean;
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  const shown = element.matches('.choice input') ? element.nextSibling : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { top, bottom } = element.getBoundingClientRect();
  const text = (element.labels?.[0] ?? element).textContent.replace(/\\s+/g, ' ').trim() || element.name;
  return {
    text: element === document.body ? '' : text,
    outline: outlineStyle + ' ' + outlineWidth,
    isSeen: bottom > 0 && top >= 0 && bottom <= innerHeight,
  };
})()`;

export function focusedIn(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(FOCUSED);
}

/** Waits for the focus to be on what is called so: where it goes after a page is drawn, it goes a moment later. */
export async function untilFocusedOn(page: Page, name: string): Promise<void> {
  await eventually(`the focus is on ${name}`, async () => (await focusedIn(page)).text === name);
}

/** Presses Tab until the focus is on what is called so. Wherever it comes by, it is in view and shows where it is. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const { text, outline, isSeen } = await focusedIn(page);
    // After the last element the browser's own controls have it.
    if (text === '') continue;
    expect({ text, outline, isSeen }).toEqual({ text, outline: 'solid 3px', isSeen: true });
    if (typeof name === 'string' ? text.startsWith(name) : name.test(text)) return;
    passed.push(text);
  }
  throw new Error(`Tab does not reach ${String(name)}: ${passed.join(' | ')}`);
}
