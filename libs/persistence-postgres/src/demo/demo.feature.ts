import { DemoRecord } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateDemoRecord1794700800700 } from './migrations/1794700800700-create-demo-record.ts';
import { PostgresDemoRecord } from './postgres-demo-record.ts';

/** The record of the demo market that was loaded. */
export const DEMO: Feature = {
  ports: [bind(DemoRecord, PostgresDemoRecord)],
  migrations: [CreateDemoRecord1794700800700],
};
