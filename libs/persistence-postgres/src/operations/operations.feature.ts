import { JobLock, OperationsReport } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateOperationsReport1794700900001 } from './migrations/1794700900001-create-operations-report.ts';
import { CountDataVersionsByKind1794701150001 } from './migrations/1794701150001-count-data-versions-by-kind.ts';
import { PostgresJobLock, PostgresOperationsReport } from './postgres-operations.ts';

/** Batch jobs, and how current the data is. */
export const OPERATIONS: Feature = {
  ports: [bind(JobLock, PostgresJobLock), bind(OperationsReport, PostgresOperationsReport)],
  migrations: [CreateOperationsReport1794700900001, CountDataVersionsByKind1794701150001],
};
