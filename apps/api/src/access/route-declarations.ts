import { applyDecorators, Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { OUTSIDE_CONTRACT } from '../http/contract.ts';
import { CONTRACT_ROUTE } from '../openapi/contract-route.decorator.ts';

export const QUOTA_COST = 'brickmarket:quota-cost';

/** What a request costs, from its body as it was sent: not validated yet, possibly not even JSON. */
export type CostRule = (body: unknown) => number;

/** Declares what a route costs, and documents it. A route of the contract without it does not start. */
export function QuotaCost(cost: number): MethodDecorator;
export function QuotaCost(cost: CostRule, inWords: string): MethodDecorator;
export function QuotaCost(cost: number | CostRule, inWords: string | number = cost as number): MethodDecorator {
  return applyDecorators(
    SetMetadata(QUOTA_COST, typeof cost === 'number' ? () => cost : cost),
    ApiExtension('x-quota-cost', inWords),
  );
}

/**
 * Refuses to start while a route declares neither what it costs and how it is documented, nor that it is outside the
 * contract.
 */
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
