import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ServedDocument } from '../openapi/document.ts';
import { Public } from './signed-in.guard.ts';

@ApiExcludeController()
@Public()
@Controller('account/api/openapi.json')
export class DocumentController {
  constructor(private readonly document: ServedDocument) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  getDocument(): string {
    return this.document.json;
  }
}
