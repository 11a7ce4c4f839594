import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { OutsideContract } from '../http/contract.ts';
import { Meta } from '../openapi/answers.ts';
import { ContractRoute } from '../openapi/decorators.ts';
import { QuotaCost } from './admission.guard.ts';
import { RouteDeclarations } from './access.module.ts';

async function start(decorators: readonly MethodDecorator[]): Promise<void> {
  class Routes {
    route(): void {
      // Never called.
    }
  }
  for (const decorate of [...decorators, Get()])
    decorate(Routes.prototype, 'route', Object.getOwnPropertyDescriptor(Routes.prototype, 'route')!);
  Controller()(Routes);
  class Wired {}
  Module({ imports: [DiscoveryModule], controllers: [Routes], providers: [RouteDeclarations] })(Wired);
  await (await NestFactory.createApplicationContext(Wired, { logger: false, abortOnError: false })).close();
}

const documented = ContractRoute({ summary: 'x', description: 'x', data: Meta, scope: 'shared' });

it.each([
  ['a cost and a description', [QuotaCost(1), documented]],
  ['that it is outside of the contract', [OutsideContract()]],
])('starts with a route that declares %s', async (_, decorators) => {
  await expect(start(decorators)).resolves.toBeUndefined();
});

it.each([
  ['nothing', []],
  ['no description', [QuotaCost(1)]],
  ['no cost', [documented]],
])('refuses to start with a route that declares %s', async (_, decorators) => {
  await expect(start(decorators)).rejects.toThrow('Routes.route declares neither');
});
