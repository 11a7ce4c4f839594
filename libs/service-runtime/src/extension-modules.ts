import { DATABASE, type Extension, type ExtensionDatabase } from '@brickmarket/extension';
import type { DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';

/** Marks the modules of extensions. */
export const OF_EXTENSION = 'brickmarket:of-extension';

/** Which routes of extensions an app serves, and with what. */
export interface ServedRoutes {
  readonly part: 'api' | 'account';
  /** Before the extension's name. */
  readonly prefix: string;
  /** Injection token of what opens the tables of an extension. */
  readonly databases: symbol;
}

/**
 * A module for each extension with routes, under a prefix of its own. Made here and not by the extension, so that its
 * routes can be nowhere else, and all guards, pipes and filters of the app apply to them.
 */
export function extensionModules(
  extensions: readonly Extension[],
  { part, prefix, databases }: ServedRoutes,
): readonly DynamicModule[] {
  return extensions.flatMap(({ name, [part]: routes }) => {
    if (routes === undefined) return [];
    const database: FactoryProvider<ExtensionDatabase> = {
      provide: DATABASE,
      inject: [databases],
      useFactory: (opened: { open(extension: string): ExtensionDatabase }) => opened.open(name),
    };
    const module = { [name]: class {} }[name]!;
    Reflect.defineMetadata(OF_EXTENSION, true, module);
    const providers = [database, ...((routes.providers ?? []) as Type[])];
    return [
      { module, controllers: [...routes.controllers] as Type[], providers },
      RouterModule.register([{ path: `${prefix}/${name}`, module }]),
    ];
  });
}
