import { Module } from '@nestjs/common';
import { OpenapiController } from './openapi.controller.ts';
import { ServedDocument } from './served-document.ts';

@Module({ controllers: [OpenapiController], providers: [ServedDocument] })
export class OpenapiModule {}
