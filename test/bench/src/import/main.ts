import { benchCatalogImport } from './catalog-import.bench.ts';

// With a folder: a dump of your own instead of an invented catalogue of 30,000 sets.
await benchCatalogImport(process.argv[2]);
