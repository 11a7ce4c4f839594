import { Extensions } from '@brickmarket/service-runtime/extensions';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, FEATURES } from '../app.module.ts';
import { readConfig } from '../config/config.ts';
import { describeContract } from './openapi.module.ts';

// Works without a database: preview mode creates no instances.
const config = readConfig({ DATABASE_URL: 'postgres://nobody@nowhere/none' }, false);
const extensions = new Extensions();
const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, extensions), new FastifyAdapter(), {
  preview: true,
  logger: false,
  abortOnError: false,
});
const document = describeContract(app, FEATURES, config.contactEmail, extensions.kinds);
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
