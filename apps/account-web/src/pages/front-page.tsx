import type { ComponentChildren, JSX } from 'preact';
import { useHeading } from '../focus.ts';
import { Brick } from '../icons.tsx';
import { useSession } from '../session.ts';

interface FrontPageProps {
  readonly title: string;
  readonly lead: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Layout before sign-in: form left, explanation right. */
export function FrontPage({ title, lead, children }: FrontPageProps): JSX.Element {
  const { state } = useSession();
  return (
    <div class="front">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <div class="front-form">
        <header>
          <a class="brand" href="/account">
            <Brick />
            Brickmarket
          </a>
        </header>
        <main id="content">
          <h1 {...useHeading(title)}>{title}</h1>
          <p class="lead">{lead}</p>
          {children}
        </main>
        <footer class="foot">
          {state && <a href={state.docsUrl}>API reference</a>}
          {state && <a href={new URL('/methodology', state.docsUrl).href}>How values are made</a>}
        </footer>
      </div>
      <aside class="front-side" aria-label="What the account is for">
        <div>
          <p class="front-claim">Know what every brick is worth.</p>
          <ol class="steps">
            <li>
              <b>Sign in</b>
              <span>with a password or a passkey.</span>
            </li>
            <li>
              <b>Make a key</b>
              <span>It is shown once, and only its hash is stored.</span>
            </li>
            <li>
              <b>Send a request</b>
              <span>and watch it arrive.</span>
            </li>
          </ol>
          <pre class="terminal">
            <code>
              curl -H <b>"Authorization: Bearer bmk_…"</b> \{'\n'}
              {'  '}
              {state?.apiUrl ?? ''}/catalog/themes
            </code>
          </pre>
        </div>
      </aside>
    </div>
  );
}
