import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

@Module({ controllers: [HealthController], providers: [Readiness] })
export class HealthModule {}
