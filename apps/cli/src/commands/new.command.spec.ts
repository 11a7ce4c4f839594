import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runHere } from '../../../../test/support/run-here.ts';

/** The files that generators change, in a folder of their own, with the formatter of this checkout. */
const NEEDED = [
  'apps/api/src/app.module.ts',
  'apps/account/src/app.module.ts',
  'libs/alerts/src/kinds/retail-kinds.ts',
  'libs/alerts/src/kinds/set-kinds.ts',
  'libs/alerts/src/kinds/event-kinds.spec.ts',
  'libs/feeds/src/collection/read-collection.ts',
  'test/architecture/oxfmt.json',
];
let folder: string;
const generate = (...args: string[]) => runHere(['new', ...args, '--in', folder], {});
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brickmarket-new-'));
  for (const file of NEEDED) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    await cp(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes a feature with its route, its test and its line in the list, and says what to do next', async () => {
  const { code, stdout } = await generate('feature', 'set-reviews');
  expect([code, stdout]).toEqual([0, expect.stringContaining('npm run openapi:examples')]);
  expect(textOf('apps/api/src/features/set-reviews/set-reviews.controller.ts')).toContain('`${V1}/set-reviews`');
  expect(textOf('test/e2e/set-reviews.spec.ts')).toContain("'/set-reviews/1-1'");
  expect(textOf('apps/api/src/app.module.ts')).toMatch(/ {2}SetReviewsModule,\n\];/);
});

it('writes a feature of the account area, for whoever is signed in', async () => {
  const { code, stdout } = await generate('feature', '--account', 'set-wishes');
  expect([code, stdout]).toEqual([0, expect.stringContaining('npm run build')]);
  const controller = textOf('apps/account/src/features/set-wishes/set-wishes.controller.ts');
  expect(controller).toContain("@Controller('account/api/set-wishes')");
  expect(textOf('test/account/set-wishes.spec.ts')).toContain("area.browser().get('set-wishes')");
  expect(textOf('apps/account/src/app.module.ts')).toMatch(/ {2}SetWishesModule,\n\];/);
});

it('writes an event as a descriptor among its family, and what receivers get: two files', async () => {
  const event = ['event', 'price.rose', '--summary', 'A price has risen', '--change', 'price_rose', '--json'];
  const { stdout } = await generate(...event);
  expect(JSON.parse(stdout)).toMatchObject({
    created: [],
    changed: ['libs/alerts/src/kinds/retail-kinds.ts', 'libs/alerts/src/kinds/event-kinds.spec.ts'],
    dry_run: false,
  });
  const kinds = textOf('libs/alerts/src/kinds/retail-kinds.ts');
  expect(kinds).toContain("...retailRule('price_rose', 'none')");
  expect(kinds).toMatch(/^export const RETAIL_KINDS = \[[^\]]*\sSTOCK_RETURNED,\s+PRICE_ROSE,?\s*\] as const;$/m);

  await generate('event', 'set.praised', '--summary', 'A set was praised');
  await generate('event', 'set.scorned', '--summary', 'A set was scorned');
  expect(textOf('libs/alerts/src/kinds/set-kinds.ts')).toMatch(/ SET_RETIRED, SET_PRAISED, SET_SCORNED\] as const;$/m);
});

it('writes an import as a layout and its line among those that are recognized', async () => {
  await generate('import', 'Brick Owl', '--set', 'Set No', '--quantity', 'Qty');
  expect(textOf('libs/feeds/src/collection/brick-owl-collection.ts')).toContain("required: ['Set No', 'Qty']");
  expect(textOf('libs/feeds/src/collection/read-collection.ts')).toContain(
    '    brickOwlCollectionLayout(condition),\n',
  );
});

it('overwrites nothing, and writes nothing when it refuses or is only asked', async () => {
  const before = textOf('apps/api/src/app.module.ts');
  expect((await generate('feature', 'reviews', '--dry-run')).stdout).toContain('would write');
  expect(existsSync(join(folder, 'apps/api/src/features/reviews'))).toBe(false);
  expect(textOf('apps/api/src/app.module.ts')).toBe(before);
  await generate('feature', 'reviews');
  const once = textOf('apps/api/src/app.module.ts');
  const again = await generate('feature', 'reviews');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already: choose another name')]);
  expect(textOf('apps/api/src/app.module.ts')).toBe(once);
});

it.each([
  [['feature', 'Set Reviews'], 'is not a valid feature name: write it like set-reviews'],
  [['feature', '../x'], 'is not a valid feature name'],
  [['event', 'rose', '--summary', 'A price has risen'], 'is not a valid event name: write it like price.rose'],
  [['event', 'price.dropped', '--summary', 'A price has dropped'], 'there is an event price.dropped already'],
  [['event', 'price.rose', '--summary', "it's up"], '--summary must be a sentence'],
  [['event', 'price.rose', '--summary', 'A price has risen', '--change', 'up'], '--change must be one of price_fell'],
  [['import', 'Owl', '--set', "it's", '--quantity', 'Qty'], '--set must be the heading of a column'],
  [['import', '../owl', '--set', 'Set', '--quantity', 'Qty'], 'is not a valid source name'],
])('refuses %j with a sentence', async (args, message) => {
  const { code, stderr } = await generate(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('refuses a folder without sources', async () => {
  const { stderr } = await runHere(['new', 'feature', 'reviews', '--in', tmpdir()], {});
  expect(stderr).toContain('generators work in a checkout');
});
