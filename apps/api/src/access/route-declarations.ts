import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { OUTSIDE_CONTRACT } from '../http/outside-contract.decorator.ts';
import { CONTRACT_ROUTE } from '../openapi/contract-route.decorator.ts';
import { QUOTA_COST } from './quota-cost.decorator.ts';

/** Refuses to start while a route declares neither what it costs and how it is documented, nor that it is outside the contract. */
@Injectable()
export class RouteDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        if (!Reflect.hasMetadata(PATH_METADATA, handler)) continue;
        if (Reflect.hasMetadata(OUTSIDE_CONTRACT, handler)) continue;
        if (Reflect.hasMetadata(QUOTA_COST, handler) && Reflect.hasMetadata(CONTRACT_ROUTE, handler)) continue;
        throw new Error(
          `${metatype!.name}.${name} declares neither @QuotaCost and @ContractRoute nor @OutsideContract`,
        );
      }
    }
  }
}
