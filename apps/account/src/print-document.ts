import 'reflect-metadata';
import { systemClock } from '@brickmarket/domain';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '@brickmarket/service-runtime';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { AppModule, FEATURES } from './app.module.ts';
import { readConfig } from './config/config.ts';
import { describeAccount } from './openapi/document.ts';

// Works without a database: preview mode creates no instances.
const config = readConfig({ DATABASE_URL: 'postgres://nobody@nowhere/none', LOG_LEVEL: 'silent' }, false);
const app = await NestFactory.create<NestFastifyApplication>(
  AppModule.with(config, createLogger(config, 'account'), systemClock, new Extensions()),
  new FastifyAdapter(),
  { preview: true, logger: false, abortOnError: false },
);
process.stdout.write(`${JSON.stringify(describeAccount(app, FEATURES), null, 2)}\n`);
