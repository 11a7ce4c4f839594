import type { JSX } from 'preact';
import { useLocation } from 'preact-iso/router';
import type { SessionState } from './contract.ts';
import { AlertsIcon, ApiIcon, MarketIcon, MoreIcon, PortfolioIcon } from './icons.tsx';
import { UnreadCount } from './unread.tsx';

type Link = readonly [href: string, text: string];

interface Place {
  readonly name: string;
  readonly icon: () => JSX.Element;
  /** The first is the section's start. */
  readonly pages: readonly Link[];
}

/** Sections by task; extensions have their own. */
function placesOf({ docsUrl, extensionPages }: SessionState): readonly Place[] {
  const places: readonly Place[] = [
    {
      name: 'Portfolio',
      icon: PortfolioIcon,
      pages: [
        ['/account/overview', 'Overview'],
        ['/account/holdings', 'Holdings'],
        ['/account/what-to-sell', 'What to sell'],
        ['/account/ledger', 'Sales'],
        ['/account/brickfolios', 'Brickfolios'],
        ['/account/import', 'Import and export'],
        ['/account/tax', 'Tax'],
      ],
    },
    {
      name: 'Market',
      icon: MarketIcon,
      pages: [
        ['/account/sets', 'Sets'],
        ['/account/what-to-buy', 'What to buy'],
        ['/account/retail', 'Retail'],
        ['/account/movers', 'Movers'],
        ['/account/retiring', 'Retiring'],
      ],
    },
    {
      name: 'Alerts',
      icon: AlertsIcon,
      pages: [
        ['/account/alerts', 'Inbox'],
        ['/account/alerts/rules', 'Rules'],
        ['/account/alerts/endpoints', 'Webhooks'],
      ],
    },
    {
      name: 'API',
      icon: ApiIcon,
      pages: [
        ['/account/keys', 'Keys'],
        ['/account/usage', 'Usage'],
        [docsUrl, 'Reference'],
      ],
    },
  ];
  if (extensionPages.length === 0) return places;
  const pages = extensionPages.map(({ name, title }): Link => [`/account/x/${name}`, title]);
  return [...places, { name: 'More', icon: MoreIcon, pages }];
}

/** Longest address that the path starts with. */
function pageOf({ pages }: Place, path: string): string | undefined {
  const current = path === '/account' ? '/account/overview' : path;
  return pages.findLast(([href]) => current === href || current.startsWith(`${href}/`))?.[0];
}

/** In the header, and on phones at the bottom. */
export function PlaceNavigation({ state }: { state: SessionState }): JSX.Element {
  const { path } = useLocation();
  return (
    <nav class="places" aria-label="Account">
      <ul>
        {placesOf(state).map((place) => (
          <li key={place.name}>
            <a href={place.pages[0]![0]} aria-current={pageOf(place, path) === undefined ? undefined : 'true'}>
              {place.icon()}
              <span>{place.name}</span>
              {place.name === 'Alerts' && <UnreadCount />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Empty on pages of the account menu. */
export function PlaceTabs({ state }: { state: SessionState }): JSX.Element | null {
  const { path } = useLocation();
  const place = placesOf(state).find((one) => pageOf(one, path) !== undefined);
  const current = place && pageOf(place, path);
  if (place === undefined) return null;
  return (
    <nav class="tabs" aria-label={place.name}>
      {place.pages.map(([href, text]) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
