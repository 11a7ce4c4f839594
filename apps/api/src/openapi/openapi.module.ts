import {
  type DynamicModule,
  type INestApplication,
  type Type,
  Inject,
  Controller,
  Get,
  Header,
  Injectable,
  Module,
} from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule, ApiExcludeController } from '@nestjs/swagger';
import { EventKinds, webhookSchema } from '@brickmarket/alerts';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { API_VERSION, V1, JSON_TYPE, OutsideContract } from '../http/contract.ts';
import { WarmUp } from '../lifecycle/warm-up.ts';
import { ANSWER_HEADERS, type Operation, errorSchemas, Meta } from './answers.ts';
import { type ExampleAnswer, type FeatureDescription, featureDescriptions } from './decorators.ts';
import { describeProperties, makeExact } from '@brickmarket/service-runtime';
import { GUIDE } from './guide.ts';
import { PROPERTY_TEXTS } from './property-texts.ts';

/** No public license: operators grant access by agreement. */
const LICENCE = { name: 'Proprietary, by agreement with the operator', identifier: 'LicenseRef-Proprietary' };

/** Generated from controllers, DTOs and response classes. Chapters in feature order. */
export function describeContract(
  app: INestApplication,
  modules: readonly Type[],
  contactEmail: string | null,
  kinds: EventKinds,
): OpenAPIObject {
  const features = featureDescriptions(modules);
  const document = SwaggerModule.createDocument(app, base(features, contactEmail), {
    // Excludes extensions.
    include: [...modules],
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
  describeProperties(document, PROPERTY_TEXTS);
  document.webhooks = describeWebhooks(kinds);
  for (const operation of operationsOf(document)) {
    const example = features.map(({ examples }) => examples[operation.operationId!]).find((one) => one !== undefined);
    if (example !== undefined) addExample(operation, example);
    operation.description += `\n\nQuota: ${String(operation['x-quota-cost'])}.`;
  }
  return document;
}

const SIGNED_HEADERS = {
  'webhook-id': 'Identifies the message; the same when it is sent again',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature': 'Signatures as in the Standard Webhooks specification: v1 (HMAC-SHA256) and v1a (Ed25519)',
};

function describeWebhooks(kinds: EventKinds): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(
    kinds.all.map((kind) => [
      kind.name,
      {
        post: {
          operationId: `webhook_${kind.name.replace('.', '_')}`,
          summary: kind.summary,
          // Own requests, signed instead of keyed.
          security: [],
          parameters: Object.entries(SIGNED_HEADERS).map(([name, description]) => ({
            name,
            in: 'header' as const,
            required: true,
            description,
            schema: { type: 'string' as const },
          })),
          requestBody: { required: true, content: { 'application/json': { schema: webhookSchema(kind) } } },
          responses: {
            '2XX': { description: 'Accepted' },
            '410': { description: 'Never send to this endpoint again' },
            default: { description: 'Not accepted: it is sent again, up to seven times in 28 hours' },
          },
        },
      },
    ]),
  );
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
  // The operator of this installation.
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

type ContractOperation = Operation & { 'x-quota-cost'?: number | string };

function operationsOf(document: OpenAPIObject): ContractOperation[] {
  return Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}

/** Generated between start and readiness. */
@Injectable()
export class ServedDocument {
  private described: { readonly app: INestApplication; readonly features: readonly Type[] } | null = null;
  private written: string | null = null;

  constructor(
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    private readonly kinds: EventKinds,
    warmUp: WarmUp,
  ) {
    warmUp.beforeReady(async () => this.json);
  }

  /** Call after initialization. */
  describe(app: INestApplication, features: readonly Type[]): void {
    this.described = { app, features };
  }

  get json(): string {
    const { app, features } = this.described!;
    this.written ??= JSON.stringify(describeContract(app, features, this.config.contactEmail, this.kinds));
    return this.written;
  }
}

@ApiExcludeController()
@Controller('openapi.json')
class OpenapiController {
  constructor(private readonly document: ServedDocument) {}

  @Get()
  @OutsideContract()
  @Header('content-type', JSON_TYPE)
  @Header('access-control-allow-origin', '*')
  getDocument(): string {
    return this.document.json;
  }
}

@Module({ controllers: [OpenapiController] })
export class OpenapiModule {
  static with(kinds: EventKinds): DynamicModule {
    return {
      module: OpenapiModule,
      // The reference page shows the same document.
      global: true,
      providers: [ServedDocument, { provide: EventKinds, useValue: kinds }],
      exports: [ServedDocument],
    };
  }
}
