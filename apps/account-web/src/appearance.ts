/** `system` follows the operating system. */
export type Appearance = 'system' | 'light' | 'dark';

const KEY = 'appearance';
const changes = new EventTarget();

/** Stored in this browser. */
export function appearance(): Appearance {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

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

/** Also called for system changes; returns a function that stops it. */
export function onColours(listener: () => void): () => void {
  for (const source of [changes, system]) source.addEventListener('change', listener);
  return () => {
    for (const source of [changes, system]) source.removeEventListener('change', listener);
  };
}
