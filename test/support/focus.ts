import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Where the focus is and how it shows. */
interface Focused {
  /** What the element is called; empty when the focus is nowhere. */
  readonly text: string;
  /** Style and width of its ring. */
  readonly outline: string;
  readonly isSeen: boolean;
  /** What it stands in, of which the parts are read one after the other; empty around the content of the page. */
  readonly frame: 'DIALOG' | 'MAIN' | '';
  /** Whether Tab begins with it there. */
  readonly isFirst: boolean;
  /** Where it stands in that, however far it is scrolled. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  const shown = element.matches('.choice input') ? element.nextSibling : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const named = (element.labels?.[0] ?? element).textContent.replace(/\\s+/g, ' ').trim();
  const frame = element.closest('dialog') ?? element.closest('main');
  let scrolled = 0;
  for (let box = element.parentElement; box !== null; box = box.parentElement) scrolled += box.scrollTop;
  return {
    text: element === document.body ? '' : element.ariaLabel || named || element.name,
    outline: outlineStyle + ' ' + outlineWidth,
    isSeen: bottom > 0 && top >= 0 && bottom <= innerHeight,
    frame: frame?.tagName ?? '',
    isFirst: frame?.querySelector('a[href], button, input, select, [tabindex="0"]') === element,
    left,
    right,
    top: top + scrolled,
    bottom: bottom + scrolled,
  };
})()`;

export function focusedIn(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(FOCUSED);
}

const isCalled = (text: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? text === name : name.test(text);

/** Waits for the focus to be on what is called so: where it goes after a page is drawn, it goes a moment later. */
export async function untilFocusedOn(page: Page, name: string | RegExp): Promise<void> {
  await eventually(`the focus is on ${String(name)}`, async () => isCalled((await focusedIn(page)).text, name));
}

/** Whether people read one after the other: it is not above, unless in the next column, nor before on the same line. */
function isReadAfter(one: Focused, other: Focused): boolean {
  if (one.frame === '' || one.frame !== other.frame || other.isFirst) return true;
  const isAbove = other.bottom <= one.top;
  const isOnSameLine = !isAbove && other.top < one.bottom;
  return isAbove ? other.left >= one.right : !isOnSameLine || other.right > one.left;
}

/**
 * Presses Tab until the focus is on what is called so, or begins so. Wherever it comes by, it is in view, shows where
 * it is, and continues as people read: with Shift+Tab back.
 */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  let before: Focused | null = null;
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const now = await focusedIn(page);
    const { text, outline, isSeen } = now;
    // After the last element the browser's own controls have it, then the first one.
    if (text === '') {
      before = null;
      continue;
    }
    const isInOrder = before === null || (key === 'Tab' ? isReadAfter(before, now) : isReadAfter(now, before));
    expect({ text, outline, isSeen, isInOrder, after: before?.text }).toEqual({
      ...{ text, outline: 'solid 3px', isSeen: true, isInOrder: true },
      after: before?.text,
    });
    if (typeof name === 'string' ? text.startsWith(name) : name.test(text)) return;
    passed.push(text);
    before = now;
  }
  throw new Error(`Tab does not reach ${String(name)}: ${passed.join(' | ')}`);
}
