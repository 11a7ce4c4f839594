import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.ts';
import { ImportRowsController } from './import-rows.controller.ts';
import { ImportsController } from './imports.controller.ts';

@Module({
  controllers: [ImportsController, ImportRowsController, ExportsController],
})
export class ImportsModule {}
