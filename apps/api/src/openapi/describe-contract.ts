import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION, V1 } from '../http/contract.ts';
import { ANSWER_HEADERS, type Operation } from './answer-headers.ts';
import { errorSchemas, Meta } from './answers.ts';
import { makeExact } from './exact-schema.ts';
import { type ExampleAnswer, type FeatureDescription, featureDescriptions } from './feature.decorator.ts';
import { GUIDE } from './guide.ts';

/** No public licence covers the service or its data: an operator gives access by agreement. */
const LICENCE = { name: 'Proprietary, by agreement with the operator', identifier: 'LicenseRef-Proprietary' };

/**
 * The OpenAPI document of the running service, made from the controllers, DTOs and response classes that serve.
 * Chapters stand in the order of the features.
 */
export function describeContract(
  app: INestApplication,
  modules: readonly Type[],
  contactEmail: string | null,
): OpenAPIObject {
  const features = featureDescriptions(modules);
  const document = SwaggerModule.createDocument(app, base(features, contactEmail), {
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

function base(features: readonly FeatureDescription[], contactEmail: string | null): Omit<OpenAPIObject, 'paths'> {
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
  const built = builder.build();
  // Whom to ask is whoever runs this service, by the address they configured if they did.
  const contact = { name: 'The operator of this service', ...(contactEmail !== null && { email: contactEmail }) };
  return { ...built, info: { ...built.info, license: LICENCE, contact } };
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

const METHODS = ['get', 'post'] as const;

/** An operation, with the quota it costs. */
export type ContractOperation = Operation & { 'x-quota-cost'?: number | string };

/** Every operation of a document. */
export function operationsOf(document: OpenAPIObject): ContractOperation[] {
  return Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}
