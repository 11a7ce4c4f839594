import { type Class, type Extension, QUOTA_COST, type Routes, STRICT_INPUT } from '@brickmarket/extension';

// Nest's metadata keys, by text: an extension has its own copy of Nest.
const IS_CONTROLLER = '__controller__';
const PATH = 'path';
const ROUTE_ARGUMENTS = '__routeArguments__';
const PARAMETER_TYPES = 'design:paramtypes';
const SENT: Readonly<Record<string, string>> = { '3': 'body', '4': 'query' };

/** Fault of routes that cannot be served strictly; null: none. */
export function routesFault({ api, account }: Extension): string | null {
  return (
    controllersFault(api, (handler) =>
      Reflect.hasMetadata(QUOTA_COST, handler) ? null : 'does not say what it costs: add @QuotaCost(1)',
    ) ?? controllersFault(account, () => null)
  );
}

function controllersFault(routes: Routes | undefined, handlerFault: (handler: object) => string | null): string | null {
  for (const controller of routes?.controllers ?? []) {
    if (typeof controller !== 'function' || !Reflect.hasMetadata(IS_CONTROLLER, controller))
      return 'its controllers must be classes with @Controller()';
    const prototype = controller.prototype as Readonly<Record<string, object>>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = Object.getOwnPropertyDescriptor(prototype, name)!.value as object | undefined;
      if (handler === undefined || name === 'constructor' || !Reflect.hasMetadata(PATH, handler)) continue;
      const fault = handlerFault(handler) ?? inputFault(controller, name);
      if (fault !== null) return `the route ${controller.name}.${name} ${fault}`;
    }
  }
  return null;
}

/** Input without a declared class would be unvalidated. */
function inputFault(controller: Class, handler: string): string | null {
  const sent = (Reflect.getMetadata(ROUTE_ARGUMENTS, controller, handler) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  const types = (Reflect.getMetadata(PARAMETER_TYPES, controller.prototype as object, handler) ?? []) as unknown[];
  for (const [key, { index, data }] of Object.entries(sent)) {
    const what = SENT[key.split(':')[0]!];
    if (what === undefined) continue;
    const type = types[index];
    if (data !== undefined || typeof type !== 'function' || !Reflect.hasMetadata(STRICT_INPUT, type))
      return `takes a ${what} that is not declared: give it a class with @StrictInput()`;
  }
  return null;
}
