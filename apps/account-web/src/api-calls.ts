import { useEffect, useState } from 'preact/hooks';

const KEY = 'api-calls';
const changes = new EventTarget();

const areShown = (): boolean => localStorage.getItem(KEY) === 'shown';

export function showCalls(isShown: boolean): void {
  if (isShown) localStorage.setItem(KEY, 'shown');
  else localStorage.removeItem(KEY);
  changes.dispatchEvent(new Event('change'));
}

/** Whether pages show the API call of a figure. */
export function useShownCalls(): boolean {
  const [isShown, setShown] = useState(areShown);
  useEffect(() => {
    const update = (): void => setShown(areShown());
    changes.addEventListener('change', update);
    return () => changes.removeEventListener('change', update);
  }, []);
  return isShown;
}
