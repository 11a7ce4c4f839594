import { type Class, DATABASE, type Extension, type ExtensionDatabase } from '@brickmarket/extension';
import { InvalidInputError } from '@brickmarket/domain';
import type { DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';

export { watchExtensionRoutes } from './extension-faults.ts';

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

/** The same class without the hooks of Nest, which may read tables that do not exist yet. */
const withoutHooks = (type: Class): Class =>
  class extends type {
    onModuleInit(): void {}
    onApplicationBootstrap(): void {}
  };

/** A database in which nothing happens. */
const NO_DATABASE: ExtensionDatabase = { asAccount: () => new Promise(() => undefined) };

/** Creates the classes of each extension once. Throws InvalidInputError with the name of the first that cannot be. */
export async function tryConstructors(extensions: readonly Extension[]): Promise<void> {
  for (const { name, api, account } of extensions) {
    for (const { controllers, providers = [] } of [api, account].filter((routes) => routes !== undefined)) {
      const module = {
        module: class {},
        controllers: controllers.map(withoutHooks) as Type[],
        providers: [
          { provide: DATABASE, useValue: NO_DATABASE },
          ...providers.map((provide) => ({ provide, useClass: withoutHooks(provide) as Type })),
        ],
      };
      await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false }).catch(
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new InvalidInputError(`extension ${name}: its classes cannot be created: ${reason}`);
        },
      );
    }
  }
}
