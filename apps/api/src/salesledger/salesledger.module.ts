import { Module } from '@nestjs/common';
import { SalesledgerController } from './salesledger.controller.ts';

/** What the caller has sold. */
@Module({ controllers: [SalesledgerController] })
export class SalesledgerModule {}
