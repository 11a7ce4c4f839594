import { Global, Module } from '@nestjs/common';
import { MetricsRegistry } from './metrics-registry.ts';
import { RequestMetrics } from './request-metrics.ts';

@Global()
@Module({ providers: [MetricsRegistry, RequestMetrics], exports: [MetricsRegistry, RequestMetrics] })
export class MetricsModule {}
