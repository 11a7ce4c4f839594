import { StagedImports } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CorrectImportsLater1795330000001 } from './migrations/1795330000001-correct-imports-later.ts';
import { PostgresStagedImports } from './postgres-staged-imports.ts';

export const STAGED_IMPORT: Feature = {
  ports: [bind(StagedImports, PostgresStagedImports)],
  migrations: [CorrectImportsLater1795330000001],
};
