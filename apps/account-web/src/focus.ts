import { useEffect, useRef } from 'preact/hooks';

let isFirstPage = true;

/**
 * Names the page in the window's title and, unless it is the first one seen, moves the focus to its heading. A field of
 * the page that took the focus keeps it.
 */
export function useHeading(title: string): { ref: { current: HTMLHeadingElement | null }; tabIndex: number } {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Brickmarket`;
    if (!isFirstPage && document.activeElement!.matches(':not(main *, dialog *), h1')) {
      scrollTo(0, 0);
      ref.current?.focus({ preventScroll: true });
    }
    isFirstPage = false;
  }, [title]);
  return { ref, tabIndex: -1 };
}

let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target as Element;
});

/**
 * When what had the focus is gone, as the button of a key that was revoked, the heading of the page or of the dialog on
 * top of it takes the focus: it is not lost. What lies under a dialog refuses it.
 */
new MutationObserver(() => {
  if (lastFocused?.isConnected !== false || document.activeElement !== document.body) return;
  for (const heading of document.querySelectorAll<HTMLElement>('main h1, dialog[open] h2'))
    heading.focus({ preventScroll: true });
}).observe(document, { childList: true, subtree: true });
