import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { StrictInputGuard } from '../http/strict-input.ts';
import { AdmissionGuard } from './admission.guard.ts';
import { Admission } from './admission.ts';
import { FailedAuthentications } from './failed-authentications.ts';
import { RouteDeclarations } from './route-declarations.ts';

/** Who may pass. The guards run in this order, on every route: 401, 403, 429, then 400. */
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
