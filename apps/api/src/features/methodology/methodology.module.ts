import { Module } from '@nestjs/common';
import { LatestBacktest, MethodologyController } from './methodology.controller.ts';

/** How values are made, for everybody. */
@Module({ controllers: [MethodologyController], providers: [LatestBacktest] })
export class MethodologyModule {}
