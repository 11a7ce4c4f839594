/** How the page looks: as the system does, or light or dark whatever that says. */
export type Appearance = 'system' | 'light' | 'dark';

const KEY = 'appearance';
const changes = new EventTarget();

/** What was chosen in this browser. */
export function appearance(): Appearance {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows the page as it was chosen; the stylesheet knows what that means. */
export function applyAppearance(): void {
  const chosen = appearance();
  if (chosen === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = chosen;
}

export function chooseAppearance(chosen: Appearance): void {
  if (chosen === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, chosen);
  applyAppearance();
  changes.dispatchEvent(new Event('change'));
}

const system = matchMedia('(prefers-color-scheme: dark)');

/** Calls when the colours have changed, by choice or by the system; returns how to stop that. */
export function onColours(listener: () => void): () => void {
  for (const source of [changes, system]) source.addEventListener('change', listener);
  return () => {
    for (const source of [changes, system]) source.removeEventListener('change', listener);
  };
}
