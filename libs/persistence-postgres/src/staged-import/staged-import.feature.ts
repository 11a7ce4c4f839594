import { StagedImports } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { StageImports1794782000003 } from './migrations/1794782000003-stage-imports.ts';
import { SeeReadersOfImports1794917100002 } from './migrations/1794917100002-see-readers-of-imports.ts';
import { AskAboutImports1794960001001 } from './migrations/1794960001001-ask-about-imports.ts';
import { KeepResultsWithTheFile1794990001001 } from './migrations/1794990001001-keep-results-with-the-file.ts';
import { PostgresStagedImports } from './postgres-staged-imports.ts';

export const STAGED_IMPORT: Feature = {
  ports: [bind(StagedImports, PostgresStagedImports)],
  migrations: [
    StageImports1794782000003,
    SeeReadersOfImports1794917100002,
    AskAboutImports1794960001001,
    KeepResultsWithTheFile1794990001001,
  ],
};
