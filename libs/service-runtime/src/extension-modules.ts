import { type Class, DATABASE, type Extension, type ExtensionDatabase } from '@brickmarket/extension';
import { InvalidInputError } from '@brickmarket/domain';
import type { DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';

export { watchExtensionRoutes } from './extension-faults.ts';

export const OF_EXTENSION = 'brickmarket:of-extension';

export interface ServedRoutes {
  readonly part: 'api' | 'account';
  readonly prefix: string;
  readonly databases: symbol;
}

/** Module with own prefix per extension. Built here, so that the app's guards, pipes and filters apply. */
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

/** Omits Nest hooks, which may read tables that do not exist yet. */
const withoutHooks = (type: Class): Class =>
  class extends type {
    onModuleInit(): void {}
    onApplicationBootstrap(): void {}
  };

/** Stub that never resolves. */
const NO_DATABASE: ExtensionDatabase = { asAccount: () => new Promise(() => undefined) };

/** InvalidInputError names the first that fails. */
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
