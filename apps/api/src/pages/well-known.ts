import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { OutsideContract } from '../http/contract.ts';

const TEXT = 'text/plain; charset=utf-8';
const ICON = readFileSync(new URL('../../pictures/favicon.ico', import.meta.url));
/** RFC 9116 advises less than a year. */
const SECURITY_TEXT_DAYS = 180;
const DAY_MS = 86_400_000;

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /account
`;

/** Format: https://llmstxt.org. */
const LLMS = `# Brickmarket

> Read-only JSON API for LEGO market data: catalog, computed market values with ranges, retail prices, and the \
caller's own collection and sales ledger.

Every request needs an API key as \`Authorization: Bearer bmk_...\`. A key has a daily quota. Lists have \`limit\` and \
\`offset\`. Values are estimates in USD with an 80 % range.

## Documentation

- [OpenAPI document](/openapi.json): every route, field, error and example
- [API reference](/docs): the same for people
- [Methodology](/methodology): how values are computed, and how accurate they are
- [Status](/status): availability and age of the data

## Routes to start with

- \`GET /api/v1/catalog/sets/search?q=falcon\`: finds set numbers
- \`GET /api/v1/set/75192-1\`: values, range and retailers of a set
- \`GET /api/v1/set/75192-1/history\`: monthly values
- \`POST /api/v1/catalog/batch\`: up to 100 sets and minifigures
`;

/** Files that browsers, crawlers, researchers and assistants look for by name. */
@ApiExcludeController()
@Controller()
export class WellKnownController {
  constructor(@Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'contactEmail'>) {}

  @Get('robots.txt')
  @OutsideContract()
  @Header('content-type', TEXT)
  getRobots(): string {
    return ROBOTS;
  }

  @Get('llms.txt')
  @OutsideContract()
  @Header('content-type', TEXT)
  getLlms(): string {
    return LLMS;
  }

  @Get('favicon.ico')
  @OutsideContract()
  @Header('content-type', 'image/x-icon')
  @Header('cache-control', 'public, max-age=86400')
  getIcon(): Buffer {
    return ICON;
  }

  @Get('.well-known/security.txt')
  @OutsideContract()
  @Header('content-type', TEXT)
  getSecurity(): string {
    const { contactEmail } = this.config;
    if (contactEmail === null)
      throw new ApiError(404, 'NotFound', 'this service has no contact: CONTACT_EMAIL is not set');
    const expires = new Date(Date.now() + SECURITY_TEXT_DAYS * DAY_MS).toISOString();
    return `Contact: mailto:${contactEmail}\nExpires: ${expires}\nPreferred-Languages: en\n`;
  }
}
