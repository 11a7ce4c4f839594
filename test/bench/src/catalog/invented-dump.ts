import { DemoMarket, demoFolder, writeDemoCatalog } from '@brickmarket/demo-market';

const INVENTED = { seed: 'bench', asOf: new Date('2026-11-15T00:00:00Z'), sets: 30_000, minifigs: 18_000, years: 1 };

/** Writes a catalogue dump of the size of the real one, and says where. */
export async function inventDump(root: string): Promise<string> {
  const folder = demoFolder(root);
  await writeDemoCatalog(new DemoMarket(INVENTED), folder);
  return folder.catalog;
}
