import { Injectable, type OnModuleInit, Module } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { QUOTA_COST } from '@brickmarket/extension';
import { OF_EXTENSION } from '@brickmarket/service-runtime/extension-modules';
import { OUTSIDE_CONTRACT } from '../http/contract.ts';
import { StrictInputGuard } from '../http/strict-input.ts';
import { CONTRACT_ROUTE } from '../openapi/decorators.ts';
import { AdmissionGuard, FailedAuthentications } from './admission.guard.ts';
import { Admission } from './admission.ts';

/** Stops the start if a route lacks cost, description and `OutsideContract`: it would bypass key and quota. */
@Injectable()
export class RouteDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype, host } of this.discovery.getControllers()) {
      const isOfExtension = Reflect.hasMetadata(OF_EXTENSION, host!.metatype);
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        if (!Reflect.hasMetadata(PATH_METADATA, handler)) continue;
        const isOutside = Reflect.hasMetadata(OUTSIDE_CONTRACT, handler);
        const isDescribed = isOfExtension || Reflect.hasMetadata(CONTRACT_ROUTE, handler);
        if (isOutside ? !isOfExtension : Reflect.hasMetadata(QUOTA_COST, handler) && isDescribed) continue;
        throw new Error(
          `${metatype!.name}.${name} declares neither @QuotaCost and @ContractRoute nor @OutsideContract`,
        );
      }
    }
  }
}

/** Guard order decides the order of errors: 401, 403, 429, 400. */
@Module({
  imports: [ThrottlerModule.forRoot([]), DiscoveryModule],
  providers: [
    Admission,
    FailedAuthentications,
    RouteDeclarations,
    { provide: APP_GUARD, useClass: AdmissionGuard },
    { provide: APP_GUARD, useClass: StrictInputGuard },
  ],
})
export class AccessModule {}
