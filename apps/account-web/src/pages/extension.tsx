import type { JSX } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Method } from '../api.ts';
import { Page } from '../page.tsx';
import { request, useAccount } from '../session.ts';

interface Server {
  request(method: Method, path: string, body?: object): Promise<unknown>;
}

interface PageModule {
  mount(element: HTMLElement, server: Server): (() => void) | undefined;
}

/** Page drawn by an extension's script, with access to its own routes. */
export default function ExtensionPage(): JSX.Element {
  const { path } = useLocation();
  const name = path.split('/')[3]!;
  const title = useAccount().extensionPages.find((page) => page.name === name)?.title ?? name;
  const element = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let leave: (() => void) | undefined;
    let isLeft = false;
    const server: Server = { request: (method, route, body) => request(method, `/x/${name}${route}`, body) };
    const draw = async (): Promise<void> => {
      const script = (await import(`/account/x/${name}/page.js`)) as PageModule;
      if (!isLeft) leave = script.mount(element.current!, server);
    };
    setFailed(false);
    draw().catch(() => setFailed(true));
    return () => {
      isLeft = true;
      leave?.();
      element.current?.replaceChildren();
    };
  }, [name]);
  return (
    <Page title={title} lead="An extension that the operator of this service has added.">
      {hasFailed && <p role="alert">This page failed. The rest of your account is not affected.</p>}
      <div ref={element} />
    </Page>
  );
}
