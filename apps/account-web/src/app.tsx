import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { ApiError } from './api.ts';
import { showCalls, useShownCalls } from './api-calls.ts';
import { type Appearance, appearance, chooseAppearance } from './appearance.ts';
import { Choice, OneOf } from './choices.tsx';
import type { SessionState } from './contract.ts';
import { Failure, useAction } from './forms.tsx';
import { Brick, ChevronIcon, PersonIcon, SearchIcon } from './icons.tsx';
import { lateDialogs, LoadAgain, NOT_LOADED } from './late-dialog.tsx';
import { Page } from './page.tsx';
import { PlaceNavigation, PlaceTabs } from './places.tsx';
import { answerQuestion, refresh, signOut, useSession } from './session.ts';
import { useUnreadPoll } from './unread.tsx';

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

/** The same for a user who is not signed in: there is no header around it. */
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

/** The pages of a script that they share. */
const pagesOf =
  <Pages extends Record<string, PageModule['default']>>(load: () => Promise<Pages>) =>
  (name: keyof Pages) =>
    page(() => load().then((pages) => ({ default: pages[name] })));

const portfolio = pagesOf(() => import('./pages/portfolio.ts'));
const sales = pagesOf(() => import('./pages/sales.ts'));
const resale = pagesOf(() => import('./pages/resale.ts'));
const market = pagesOf(() => import('./pages/market.ts'));
const alerts = pagesOf(() => import('./pages/alerts.ts'));
const account = pagesOf(() => import('./pages/account.ts'));

const OverviewPage = page(() => import('./pages/overview.tsx'));
const ExtensionPage = page(() => import('./pages/extension.tsx'));
/** The other pages of a signed-in user. */
const ROUTES: Readonly<Record<string, typeof OverviewPage>> = {
  '/account/holdings': portfolio('HoldingsPage'),
  '/account/brickfolios': portfolio('BrickfoliosPage'),
  '/account/ledger': sales('LedgerPage'),
  '/account/tax': sales('TaxPage'),
  '/account/what-to-sell': resale('WhatToSellPage'),
  '/account/what-to-buy': resale('WhatToBuyPage'),
  '/account/import/:id?': page(() => import('./pages/import.tsx')),
  '/account/sets': market('SetsPage'),
  '/account/sets/:number': page(() => import('./pages/set.tsx')),
  '/account/movers': market('MoversPage'),
  '/account/retiring': market('RetiringPage'),
  '/account/retail': market('RetailWatchPage'),
  '/account/alerts': alerts('InboxPage'),
  '/account/alerts/rules': alerts('RulesPage'),
  '/account/alerts/endpoints': alerts('EndpointsPage'),
  '/account/alerts/endpoints/:id': alerts('DeliveriesPage'),
  '/account/keys': account('KeysPage'),
  '/account/usage': account('UsagePage'),
  '/account/security': account('SecurityPage'),
  '/account/log': account('ActivityPage'),
};

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
    <OneOf
      legend="Appearance"
      name="appearance"
      class="appearance"
      options={APPEARANCES}
      value={chosen}
      onChange={choose}
    />
  );
}

/** One switch for all pages: the lines are for those who write programs. */
function CallsSwitch(): JSX.Element {
  return (
    <Choice type="checkbox" name="api-calls" checked={useShownCalls()} onChange={showCalls}>
      Show API calls
    </Choice>
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

/** Header, navigation and footer around the pages of a signed-in user. */
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
      {state.demoNotice !== null && <aside class="demo">{state.demoNotice}</aside>}
      <main id="content" class="page">
        <PlaceTabs state={state} />
        {children}
      </main>
      <footer class="foot">
        <span>Brickmarket, version 1</span>
        <a href={state.docsUrl}>API reference</a>
        <a href={new URL('/methodology', state.docsUrl).href}>How values are made</a>
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
  if (PublicRoute || !state.signedIn)
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
            {Object.entries(ROUTES).map(([route, component]) => (
              <Route key={route} path={route} component={component} />
            ))}
            {state.extensionPages.map(({ name }) => (
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
  const isSignedIn = state?.signedIn === true;
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
