import { Module } from '@nestjs/common';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesController } from './retail-prices.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';
import { SetRetailPricesController } from './set-retail-prices.controller.ts';

@Module({
  controllers: [SetRetailPricesController, RetailPricesController, RetailWatchController],
  providers: [RetailDocuments],
})
export class RetailModule {}
