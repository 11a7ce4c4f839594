import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useUnreadPoll } from './alert-pages.tsx';
import { ApiError } from './api.ts';
import { showCalls, useShownCalls } from './api-calls.ts';
import { type Appearance, appearance, chooseAppearance } from './appearance.ts';
import type { SessionState } from './contract.ts';
import { Failure, useAction } from './forms.tsx';
import { Brick, ChevronIcon, PersonIcon, SearchIcon } from './icons.tsx';
import { lateDialogs, LoadAgain, NOT_LOADED } from './late-dialog.tsx';
import { Page } from './page.tsx';
import { PlaceNavigation, PlaceTabs } from './places.tsx';
import { answerQuestion, refresh, signOut, useSession } from './session.ts';

/** Stands in for a page whose script did not arrive. */
function NotLoaded(): JSX.Element {
  return (
    <Page title="This page did not load" lead={NOT_LOADED}>
      <LoadAgain />
    </Page>
  );
}

type PageModule = { default: () => JSX.Element };
const page = (load: () => Promise<PageModule>) => lazy(() => load().catch(() => ({ default: NotLoaded })));

/** The same for somebody who is not signed in: there is no header around it. */
function FrontNotLoaded(): JSX.Element {
  return (
    <main class="start">
      <NotLoaded />
    </main>
  );
}

const front = () => import('./pages/front.ts');
type Front = Awaited<ReturnType<typeof front>>;
const frontPage = <Props,>(choose: (pages: Front) => (props: Props) => JSX.Element) =>
  lazy<(props: Props) => JSX.Element>(() => front().then(choose, () => FrontNotLoaded));

const OverviewPage = page(() => import('./pages/overview.tsx'));
const HoldingsPage = page(() => import('./pages/holdings.tsx'));
const BrickfoliosPage = page(() => import('./pages/brickfolios.tsx'));
const salesPage = (name: keyof typeof import('./pages/sales.ts')) =>
  page(() => import('./pages/sales.ts').then((pages) => ({ default: pages[name] })));
const LedgerPage = salesPage('LedgerPage');
const TaxPage = salesPage('TaxPage');
const KeysPage = page(() => import('./pages/keys.tsx'));
const UsagePage = page(() => import('./pages/usage.tsx'));
const marketPage = (name: keyof typeof import('./pages/market.ts')) =>
  page(() => import('./pages/market.ts').then((pages) => ({ default: pages[name] })));
const SetsPage = marketPage('SetsPage');
const MoversPage = marketPage('MoversPage');
const RetiringPage = marketPage('RetiringPage');
const RetailWatchPage = marketPage('RetailWatchPage');
const SetPage = page(() => import('./pages/set.tsx'));
const resalePage = (name: keyof typeof import('./pages/resale.ts')) =>
  page(() => import('./pages/resale.ts').then((pages) => ({ default: pages[name] })));
const WhatToSellPage = resalePage('WhatToSellPage');
const WhatToBuyPage = resalePage('WhatToBuyPage');
const ImportPage = page(() => import('./pages/import.tsx'));
const alertPage = (name: keyof typeof import('./pages/alerts.ts')) =>
  page(() => import('./pages/alerts.ts').then((pages) => ({ default: pages[name] })));
const InboxPage = alertPage('InboxPage');
const RulesPage = alertPage('RulesPage');
const EndpointsPage = alertPage('EndpointsPage');
const DeliveriesPage = alertPage('DeliveriesPage');
const SecurityPage = page(() => import('./pages/security.tsx'));
const ActivityPage = page(() => import('./pages/activity.tsx'));
const ExtensionPage = page(() => import('./pages/extension.tsx'));

const SignInPage = frontPage((pages) => pages.SignInPage);
const SignInRoute = frontPage((pages) => pages.SignInRoute);
const PUBLIC_ROUTES: Readonly<Record<string, typeof SignInRoute>> = {
  '/account/sign-in': SignInRoute,
  '/account/invitation': frontPage((pages) => pages.InvitationRoute),
  '/account/sign-up': frontPage((pages) => pages.SignUpRoute),
  '/account/reset': frontPage((pages) => pages.ResetRoute),
  '/account/confirm-address': frontPage((pages) => pages.ConfirmAddressRoute),
  '/account/restore-address': frontPage((pages) => pages.RestoreAddressRoute),
};

const APPEARANCES: readonly (readonly [Appearance, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function AppearanceSwitch(): JSX.Element {
  const [chosen, setChosen] = useState(appearance);
  const choose = (one: Appearance): void => {
    chooseAppearance(one);
    setChosen(one);
  };
  return (
    <fieldset class="choices appearance">
      <legend>Appearance</legend>
      <div>
        {APPEARANCES.map(([value, text]) => (
          <label key={value} class="choice">
            <input type="radio" name="appearance" checked={value === chosen} onChange={() => choose(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One switch for all pages: the lines are for those who write programs. */
function CallsSwitch(): JSX.Element {
  const isShown = useShownCalls();
  return (
    <label class="choice">
      <input type="checkbox" checked={isShown} onChange={(event) => showCalls(event.currentTarget.checked)} />
      <span>Show API calls</span>
    </label>
  );
}

/** Who is signed in, what is about the account itself, and the way out. */
function AccountMenu({ state }: { state: SessionState }): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const { url } = useLocation();
  const leave = useAction(signOut);
  useEffect(() => menu.current?.hidePopover(), [url]);
  return (
    <div class="menu">
      <button type="button" class="menu-button" popovertarget="account-menu">
        <span class="visually-hidden">Account of </span>
        <span class="menu-address">{state.account?.email}</span>
        <PersonIcon />
        <ChevronIcon />
      </button>
      <div id="account-menu" class="popover" popover="auto" ref={menu}>
        <p class="break">
          <strong>{state.account?.email}</strong>
          <span class="plan">{state.account?.plan} plan</span>
        </p>
        <ul>
          <li>
            <a href="/account/security">Security</a>
          </li>
          <li>
            <a href="/account/log">Activity</a>
          </li>
        </ul>
        <AppearanceSwitch />
        <CallsSwitch />
        <Failure error={leave.error} />
        <button type="button" class="button wide" aria-disabled={leave.busy} onClick={leave.run}>
          Sign out
        </button>
      </div>
    </div>
  );
}

const SearchDialog = lateDialogs(() => import('./pages/search.tsx'))((script) => script.default);

/** Opens the search by a click, or by the key `/` unless that is being typed somewhere. */
function Search(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = (event.target as Element).closest('input, textarea, select, dialog, [contenteditable]') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        class="search-button"
        aria-label="Search sets"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Header, navigation and footer around the pages of somebody who is signed in. */
function Shell({ state, children }: { state: SessionState; children: ComponentChildren }): JSX.Element {
  useUnreadPoll(useLocation().path);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="site">
        <div>
          <a class="brand" href="/account">
            <Brick />
            Brickmarket
          </a>
          <PlaceNavigation state={state} />
          <Search />
          <AccountMenu state={state} />
        </div>
      </header>
      <main id="content" class="page">
        <PlaceTabs state={state} />
        {children}
      </main>
      <footer class="foot">
        <span>Brickmarket, version 1</span>
        <a href={state.docs_url}>API reference</a>
        <a href={new URL('/methodology', state.docs_url).href}>How values are made</a>
      </footer>
    </div>
  );
}

function NotFound(): JSX.Element {
  return (
    <Page title="Nothing here" lead="This page does not exist, or has moved.">
      <p>
        <a class="button" href="/account/overview">
          Go to your overview
        </a>
      </p>
    </Page>
  );
}

/** Says that the browser has no network, for as long as it has none. */
function OfflineBar(): JSX.Element {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = (): void => setOffline(!navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return (
    <div role="status" class="offline">
      {offline && <p>You are offline. What you typed stays here; send it when you are back.</p>}
    </div>
  );
}

function Routes(): JSX.Element {
  const { state, failure, question } = useSession();
  const { path } = useLocation();
  const PublicRoute = PUBLIC_ROUTES[path];
  if (state === null) {
    // Its script is fetched while the server is asked for the session.
    void PublicRoute?.preload();
    return (
      <div class="start" aria-busy={failure === null}>
        <Failure error={failure}>
          <button type="button" class="button" onClick={() => void refresh()}>
            Try again
          </button>
        </Failure>
      </div>
    );
  }
  if (PublicRoute || !state.signed_in)
    return (
      <ErrorBoundary key={path}>
        {PublicRoute ? <PublicRoute state={state} /> : <SignInPage state={state} wanted={path !== '/account'} />}
      </ErrorBoundary>
    );
  return (
    <div data-locked={question === 'sign-in'} class="lockable">
      <Shell state={state}>
        <ErrorBoundary>
          <Router>
            <Route path="/account" component={OverviewPage} />
            <Route path="/account/overview" component={OverviewPage} />
            <Route path="/account/holdings" component={HoldingsPage} />
            <Route path="/account/brickfolios" component={BrickfoliosPage} />
            <Route path="/account/ledger" component={LedgerPage} />
            <Route path="/account/tax" component={TaxPage} />
            <Route path="/account/keys" component={KeysPage} />
            <Route path="/account/usage" component={UsagePage} />
            <Route path="/account/sets" component={SetsPage} />
            <Route path="/account/sets/:number" component={SetPage} />
            <Route path="/account/movers" component={MoversPage} />
            <Route path="/account/retiring" component={RetiringPage} />
            <Route path="/account/retail" component={RetailWatchPage} />
            <Route path="/account/what-to-sell" component={WhatToSellPage} />
            <Route path="/account/what-to-buy" component={WhatToBuyPage} />
            <Route path="/account/import/:id?" component={ImportPage} />
            <Route path="/account/alerts" component={InboxPage} />
            <Route path="/account/alerts/rules" component={RulesPage} />
            <Route path="/account/alerts/endpoints" component={EndpointsPage} />
            <Route path="/account/alerts/endpoints/:id" component={DeliveriesPage} />
            <Route path="/account/security" component={SecurityPage} />
            <Route path="/account/log" component={ActivityPage} />
            {state.extension_pages.map(({ name }) => (
              <Route key={name} path={`/account/x/${name}`} component={ExtensionPage} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </div>
  );
}

const overlay = lateDialogs(front);
const StepUp = overlay((dialogs) => dialogs.StepUp);
const SignInAgain = overlay((dialogs) => dialogs.SignInAgain);
const OVERLAYS_AFTER_MS = 3_000;

/**
 * What is asked on top of the page. Its script is fetched before it is needed: after a new release it would be gone,
 * and with it the way to sign in again without losing what was typed.
 */
function Overlays(): JSX.Element | null {
  const { state, question } = useSession();
  const isSignedIn = state?.signed_in === true;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const timer = setTimeout(() => front().catch(() => undefined), OVERLAYS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  if (state === null || question === null) return null;
  if (question === 'sign-in') return <SignInAgain state={state} />;
  return <StepUp state={state} onClose={() => answerQuestion(new ApiError('Cancelled', 'Not confirmed.'))} />;
}

export function App(): JSX.Element {
  return (
    <LocationProvider scope="/account">
      <OfflineBar />
      <Routes />
      <Overlays />
    </LocationProvider>
  );
}
