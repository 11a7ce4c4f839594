import { describeProperties, makeExact } from '@brickmarket/service-runtime';
import { type INestApplication, Injectable, type Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ERROR_MEANINGS } from './error-codes.ts';
import { ALERT_TEXTS } from './property-texts/alerts.ts';
import { COMMON_TEXTS } from './property-texts/common.ts';
import { IDENTITY_TEXTS } from './property-texts/identity.ts';
import { MARKET_TEXTS } from './property-texts/market.ts';
import { PORTFOLIO_TEXTS } from './property-texts/portfolio.ts';

const TEXTS = { ...COMMON_TEXTS, ...IDENTITY_TEXTS, ...PORTFOLIO_TEXTS, ...MARKET_TEXTS, ...ALERT_TEXTS };
const METHODS = ['get', 'post', 'delete'] as const;
/** Records that an edit can find changed. */
const EDITED = ['HoldingView', 'SaleView', 'BrickfolioView'];
const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'Why the request was refused.',
      required: ['code', 'message'],
      properties: {
        code: {
          type: 'string',
          description: `Cause, by code:\n${Object.entries(ERROR_MEANINGS)
            .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
            .join('\n')}`,
        },
        message: { type: 'string', description: 'Sentence for the user. Its wording can change.' },
        field: { type: 'string', description: 'Invalid field of the request. Absent if no single field is at fault.' },
      },
    },
    current: {
      description: 'With the code EditedElsewhere: the current record.',
      anyOf: EDITED.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
  },
};

export function describeAccount(app: INestApplication, features: readonly Type[]): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Brickmarket account area')
    .setDescription('For the page of the account area: sessions are cookies, writes must come from the same origin.')
    .setVersion('1')
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (_controller, method) => method,
    // Extensions are excluded: the page knows only their script URLs.
    include: [...features],
  });
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ErrorAnswer: ERROR } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } };
  for (const item of Object.values(document.paths))
    for (const method of METHODS)
      if (item[method] !== undefined)
        item[method].responses['default'] = { description: 'Rejected. The message says what to do.', content };
  makeExact(document);
  describeProperties(document, TEXTS);
  return document;
}

/** Written on first request. */
@Injectable()
export class ServedDocument {
  private described: { readonly app: INestApplication; readonly features: readonly Type[] } | null = null;
  private written: string | null = null;

  /** Call once the application is complete. */
  describe(app: INestApplication, features: readonly Type[]): void {
    this.described = { app, features };
  }

  get json(): string {
    const { app, features } = this.described!;
    this.written ??= JSON.stringify(describeAccount(app, features));
    return this.written;
  }
}
