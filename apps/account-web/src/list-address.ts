import { useLocation } from 'preact-iso/router';

type Shown = Readonly<Record<string, string>>;

/**
 * What a list shows, by its address: Back, reload and a link to it bring the same. What is as usual is left out of the
 * address. While something is typed the address is replaced, so that Back does not take it back letter by letter.
 */
export function useListAddress<Usual extends Shown>(
  usual: Usual,
): readonly [Usual, (facts: Partial<Usual>, isTyped?: boolean) => void] {
  const { path, query, route } = useLocation();
  const shown = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, query[name] ?? value])) as Usual;
  const show = (facts: Partial<Usual>, isTyped = false): void => {
    const next = Object.entries({ ...shown, ...facts }).filter(([name, value]) => value !== usual[name]);
    const search = new URLSearchParams(next).toString();
    route(search === '' ? path : `${path}?${search}`, isTyped);
  };
  return [shown, show];
}

/** A query for the server: what is empty filters nothing and is left out. */
export function queryOf(facts: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(facts).filter(([, value]) => value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
