import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { StrictInputGuard } from '../http/strict-input.guard.ts';
import { Admission } from './admission.ts';
import { ApiKeyGuard } from './api-key.guard.ts';
import { FailedAuthentications } from './failed-authentications.ts';
import { PlanGuard } from './plan.guard.ts';
import { QuotaGuard } from './quota.guard.ts';
import { RouteDeclarations } from './route-declarations.ts';

/** Who may pass. The guards run in this order, on every route: 401, 403, 429, then 400. */
@Module({
  imports: [ThrottlerModule.forRoot([]), DiscoveryModule],
  providers: [
    Admission,
    FailedAuthentications,
    RouteDeclarations,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: PlanGuard },
    { provide: APP_GUARD, useClass: QuotaGuard },
    { provide: APP_GUARD, useClass: StrictInputGuard },
  ],
})
export class AccessModule {}
