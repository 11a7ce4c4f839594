import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/api-version.ts';
import { OutsideContract } from '../http/outside-contract.decorator.ts';
import { ServedDocument } from './served-document.ts';

/** The contract for machines. */
@ApiExcludeController()
@Controller('openapi.json')
export class OpenapiController {
  constructor(private readonly document: ServedDocument) {}

  @Get()
  @OutsideContract()
  @Header('content-type', JSON_TYPE)
  @Header('access-control-allow-origin', '*')
  getDocument(): string {
    return this.document.json;
  }
}
