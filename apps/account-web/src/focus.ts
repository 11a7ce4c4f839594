import { useEffect, useRef } from 'preact/hooks';

let isFirstPage = true;

/** Sets the window title and, except on the first page, focuses the heading unless a field has the focus. */
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

/** If the focused element disappears, focuses the top dialog's or page's heading, so that the focus is not lost. */
new MutationObserver(() => {
  if (lastFocused?.isConnected !== false || document.activeElement !== document.body) return;
  for (const heading of document.querySelectorAll<HTMLElement>('main h1, dialog[open] h2'))
    heading.focus({ preventScroll: true });
}).observe(document, { childList: true, subtree: true });
