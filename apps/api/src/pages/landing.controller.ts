import { Controller, Get, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OutsideContract } from '../http/outside-contract.decorator.ts';
import { PageHeaders } from '../http/page-headers.ts';
import { landingPage } from './landing-page.ts';

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/** Where somebody lands who opens the address in a browser. */
@ApiExcludeController()
@Controller()
export class LandingController {
  @Get()
  @OutsideContract()
  @PageHeaders()
  getLandingPage(@Req() request: FastifyRequest): string {
    // The client says how it reached us; it is printed only when it can be nothing but an address.
    return landingPage(HOST.test(request.host) ? `${request.protocol}://${request.host}` : '{base_url}');
  }
}
