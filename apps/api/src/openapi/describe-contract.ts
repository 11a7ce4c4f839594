import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION, V1 } from '../http/api-version.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import { addExamples } from './examples.ts';
import { errorSchemas } from './error-answers.ts';
import { makeExact } from './exact-schema.ts';
import { GUIDE } from './guide.ts';
import { operationsOf } from './operations-of.ts';
import { Meta } from './meta.response.ts';

const CHAPTERS = {
  Catalogue: 'Sets and minifigures: one by one, in batches, by search, by theme.',
  'Value history': 'What a set was worth, month by month.',
  'Retail prices': 'What two retailers ask for a set now, and what selling there would bring.',
  Brickfolio: "The caller's own collections: holdings, totals, analytics.",
  'Sales ledger': "The caller's own sales.",
};

/** The OpenAPI document of the running service, made from the controllers, DTOs and response classes that serve. */
export function describeContract(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, base(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: [Meta],
  });
  const prefix = `/${V1}`;
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.slice(prefix.length), item]),
  );
  document.components = {
    ...document.components,
    headers: { ...ANSWER_HEADERS },
    schemas: { ...document.components?.schemas, ...errorSchemas() },
  };
  makeExact(document);
  addExamples(document);
  for (const operation of operationsOf(document))
    operation.description += `\n\nQuota: ${String(operation['x-quota-cost'])}.`;
  return document;
}

function base(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Brickmarket')
    .setDescription(GUIDE)
    .setVersion(API_VERSION)
    .addServer(`/${V1}`, 'This service')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'bmk_ and 48 hexadecimal characters',
        description: 'Your API key. It is shown once, when it is made; a lost one is replaced by a new one.',
      },
      'apiKey',
    );
  for (const [name, description] of Object.entries(CHAPTERS)) builder.addTag(name, description);
  return builder.build();
}
