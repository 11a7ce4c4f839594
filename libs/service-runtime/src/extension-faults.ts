import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Attributes unhandled rejections to the extension. */
export function runAs<Result>(extension: string, code: () => Result): Result {
  return running.run(extension, code);
}

export const UNHANDLED_REJECTION = 'an extension did not handle a rejected promise';

/** Reports unhandled rejections of extensions; any other still ends the process. */
export function surviveRejectionsOfExtensions(report: (extension: string, reason: unknown) => void): void {
  process.on('unhandledRejection', (reason) => {
    const extension = running.getStore();
    if (extension === undefined) throw reason;
    report(extension, reason);
  });
}

const LOOK_MS = 100;
const BLOCKED_MS = 1_000;

interface RouteHooks {
  addHook(
    name: 'onRoute',
    hook: (route: { readonly url: string; handler: (...args: never[]) => unknown }) => void,
  ): unknown;
  addHook(name: 'onClose', hook: (instance: unknown, done: () => void) => void): unknown;
}

interface Handling {
  readonly route: string;
  hasEnded: boolean;
}

/** Runs handlers under `PREFIX/EXTENSION/` as the extension; reports slow ones. Call before adding routes. */
export function watchExtensionRoutes(
  fastify: RouteHooks,
  prefix: string,
  onBlocked: (routes: readonly string[], blockedMs: number) => void,
): void {
  const handled = new Set<Handling>();
  const extensionOf = new RegExp(`^/${prefix}/(\\w+)/`);
  fastify.addHook('onRoute', (route) => {
    const extension = extensionOf.exec(route.url)?.[1];
    if (extension === undefined) return;
    const { handler } = route;
    route.handler = async function named(...args) {
      const handling = { route: route.url, hasEnded: false };
      handled.add(handling);
      try {
        return await runAs(extension, () => handler.apply(this, args));
      } finally {
        handling.hasEnded = true;
      }
    };
  });
  let lastLook = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const blockedMs = Math.round(now - lastLook);
    lastLook = now;
    if (blockedMs >= BLOCKED_MS && handled.size > 0)
      onBlocked([...new Set(Array.from(handled, ({ route }) => route))], blockedMs);
    for (const handling of handled) if (handling.hasEnded) handled.delete(handling);
  }, LOOK_MS).unref();
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}
