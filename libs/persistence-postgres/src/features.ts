import { ACCESS } from './access/access.feature.ts';
import { CATALOG } from './catalog/catalog.feature.ts';
import { CHANGES } from './changes/changes.feature.ts';
import { DEMO } from './demo/demo.feature.ts';
import { EVENTS } from './events/events.feature.ts';
import { IDENTITY } from './identity/identity.feature.ts';
import { IMPORT_JOURNAL } from './import-journal/import-journal.feature.ts';
import { JOBS } from './jobs/jobs.feature.ts';
import { OPS } from './ops/ops.feature.ts';
import { PORTFOLIO } from './portfolio/portfolio.feature.ts';
import { RESALE } from './resale/resale.feature.ts';
import { RETAIL } from './retail/retail.feature.ts';
import { SALES } from './sales/sales.feature.ts';
import { SOURCES } from './sources/sources.feature.ts';
import { STAGED_IMPORT } from './staged-import/staged-import.feature.ts';
import { VALUES } from './values/values.feature.ts';
import type { Feature } from './feature.ts';

/** A new feature adds its folder and a line here. */
export const FEATURES: readonly Feature[] = [
  ACCESS,
  CATALOG,
  CHANGES,
  DEMO,
  EVENTS,
  IDENTITY,
  IMPORT_JOURNAL,
  JOBS,
  OPS,
  PORTFOLIO,
  RESALE,
  RETAIL,
  SALES,
  SOURCES,
  STAGED_IMPORT,
  VALUES,
];
