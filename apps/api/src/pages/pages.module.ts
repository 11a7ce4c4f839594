import { Controller, Get, Module, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OutsideContract } from '../http/contract.ts';
import { DocsController } from './docs.controller.ts';
import { landingPage } from './landing-page.ts';
import { PageHeaders } from './page-shell.ts';

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

/** What the service shows to people. */
@Module({ controllers: [LandingController, DocsController] })
export class PagesModule {}
