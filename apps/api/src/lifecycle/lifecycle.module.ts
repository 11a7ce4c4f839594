import { Global, Module } from '@nestjs/common';
import { InFlightRequests } from './in-flight-requests.ts';
import { ServiceState } from './service-state.ts';

@Global()
@Module({ providers: [InFlightRequests, ServiceState], exports: [InFlightRequests, ServiceState] })
export class LifecycleModule {}
