import { DATABASE, type Extension } from '@brickmarket/extension';
import type { DynamicModule, FactoryProvider, Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { EXTENSION_PATH, OF_EXTENSION } from '../http/contract.ts';
import { ExtensionDatabases } from '../persistence.module.ts';

/**
 * A module for each extension with routes, under a prefix of its own. Made here and not by the extension, so that its
 * routes can be nowhere else, and all guards, pipes and filters of the service apply to them.
 */
export function extensionModules(extensions: readonly Extension[]): readonly DynamicModule[] {
  return extensions.flatMap(({ name, api }) => {
    if (api === undefined) return [];
    const database: FactoryProvider = {
      provide: DATABASE,
      inject: [ExtensionDatabases],
      useFactory: (databases: ExtensionDatabases) => databases.open(name),
    };
    const module = { [name]: class {} }[name]!;
    Reflect.defineMetadata(OF_EXTENSION, true, module);
    const providers = [database, ...((api.providers ?? []) as Type[])];
    return [
      { module, controllers: [...api.controllers] as Type[], providers },
      RouterModule.register([{ path: `${EXTENSION_PATH}/${name}`, module }]),
    ];
  });
}
