import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION, V1 } from '../http/api-version.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import { errorSchemas } from './error-answers.ts';
import { makeExact } from './exact-schema.ts';
import type { Operation } from './document-types.ts';
import { type ExampleAnswer, type FeatureDescription, featureDescriptions } from './feature.decorator.ts';
import { GUIDE } from './guide.ts';
import { operationsOf } from './operations-of.ts';
import { Meta } from './meta.response.ts';

/**
 * The OpenAPI document of the running service, made from the controllers, DTOs and response classes that serve. Chapters
 * stand in the order of the features.
 */
export function describeContract(app: INestApplication, modules: readonly Type[]): OpenAPIObject {
  const features = featureDescriptions(modules);
  const document = SwaggerModule.createDocument(app, base(features), {
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
  for (const operation of operationsOf(document)) {
    const example = features.map(({ examples }) => examples[operation.operationId!]).find((one) => one !== undefined);
    if (example !== undefined) addExample(operation, example);
    operation.description += `\n\nQuota: ${String(operation['x-quota-cost'])}.`;
  }
  return document;
}

function base(features: readonly FeatureDescription[]): Omit<OpenAPIObject, 'paths'> {
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
  for (const { chapter } of features) builder.addTag(chapter.name, chapter.description);
  return builder.build();
}

function addExample(operation: Operation, example: ExampleAnswer): void {
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.name in example.parameters)
      parameter.example = example.parameters[parameter.name];
  }
  const { requestBody } = operation;
  if (requestBody !== undefined && 'content' in requestBody)
    requestBody.content['application/json']!.example = example.body;
  const answer = operation.responses['200'];
  if (answer !== undefined && 'content' in answer) answer.content['application/json']!.example = example.answer;
}
