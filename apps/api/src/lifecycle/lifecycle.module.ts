import { Global, Module } from '@nestjs/common';
import { RequestLimits } from './request-limits.ts';
import { ServiceState } from './start-and-stop.ts';

@Global()
@Module({ providers: [RequestLimits, ServiceState], exports: [RequestLimits, ServiceState] })
export class LifecycleModule {}
