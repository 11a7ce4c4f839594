import type { Browser } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { tabTo, untilFocusedOn } from '../support/focus.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const BARCODE = '673419357388';

/**
 * What browsers on phones have and this one has not: reads the barcode that a test holds into the camera, from the
 * third look on, and refuses a video without a picture as theirs does. Run in the page, before its own scripts.
 */
const DETECTOR = `
  globalThis.looks = 0;
  globalThis.BarcodeDetector = class {
    constructor({ formats }) {
      if (!formats.includes('upc_a')) throw new TypeError('does not read ' + formats);
    }
    async detect(video) {
      if (video.readyState < 2 || video.videoWidth === 0) throw new DOMException('No picture', 'InvalidStateError');
      return ++globalThis.looks < 3 || !globalThis.held ? [] : [{ rawValue: globalThis.held }];
    }
  };
  globalThis.tracks = [];
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await getUserMedia(wanted);
    globalThis.tracks.push(...stream.getTracks());
    return stream;
  };`;

(executable === null ? describe.skip : describe)('searching a set by the camera', () => {
  let world: VisitedArea;
  const browsers: Browser[] = [];

  beforeAll(async () => {
    world = await VisitedArea.start();
    const set = await insertSet(world.area.db, { set_number: '10497-1', title: 'Galaxy Explorer' });
    await listAtRetailers(world.area.db, set, { upc: BARCODE });
    await raiseDataVersion(world.area.db, 'catalog');
    const { context } = await world.customer(await launch('allowed'), 'ann@example.com');
    await context.close();
  });

  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await world?.stop();
  });

  async function launch(camera: 'allowed' | 'refused'): Promise<Browser> {
    const browser = await launchChromium(executable!, { camera });
    browsers.push(browser);
    return browser;
  }

  /** The search of a user signed in, opened on a page. */
  async function search(browser: Browser, { readsBarcodes = true } = {}): Promise<Visit> {
    const visit = await world.visit(browser);
    await world.signIn(visit, 'ann@example.com');
    if (readsBarcodes) await visit.page.addInitScript(DETECTOR);
    await visit.page.goto(`${world.origin}/account/usage`);
    await visit.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    await visit.page.keyboard.press('/');
    await untilFocusedOn(visit.page, 'Number, name or barcode');
    return visit;
  }
  const scan = async ({ page }: Visit): Promise<void> => {
    await tabTo(page, 'Scan a barcode');
    await page.keyboard.press('Enter');
  };
  const hold = ({ page }: Visit, barcode: string): Promise<unknown> =>
    page.evaluate(`globalThis.held = ${JSON.stringify(barcode)}`);
  const states = ({ page }: Visit): Promise<string[]> =>
    page.evaluate<string[]>('globalThis.tracks.map(({ readyState }) => readyState)');
  const close = async ({ context, complaints, strangers }: Visit): Promise<void> => {
    expect([complaints, strangers]).toEqual([[], []]);
    await context.close();
  };

  it('is offered only where the browser reads barcodes', async () => {
    const without = await search(browsers[0]!, { readsBarcodes: false });
    expect(await without.page.evaluate('typeof BarcodeDetector')).toBe('undefined');
    expect(await without.page.getByRole('button', { name: 'Scan a barcode' }).count()).toBe(0);
    await close(without);
    const visit = await search(browsers[0]!);
    await visit.page.getByRole('button', { name: 'Scan a barcode' }).waitFor();
    await close(visit);
  });

  it('shows what the camera sees, reads the barcode, opens the set, and turns the camera off', async () => {
    const visit = await search(browsers[0]!);
    const { page } = visit;
    await scan(visit);
    await page.locator('video[aria-label="What the camera sees"]').waitFor();
    await eventually('it looks', () => page.evaluate<boolean>('globalThis.looks > 2'));
    expect(await states(visit)).toEqual(['live']);
    await untilFocusedOn(page, 'Scan a barcode');
    await picture(page, 'scan', false);
    await hold(visit, BARCODE);
    await page.getByRole('heading', { name: 'Galaxy Explorer', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account/sets/10497-1');
    await eventually('the camera is off', async () => (await states(visit)).join() === 'ended');
    await close(visit);
  });

  it('says that no set has a barcode, and scans again when asked', async () => {
    const visit = await search(browsers[0]!);
    const { page } = visit;
    await scan(visit);
    await hold(visit, '4006381333931');
    await page.getByRole('alert').getByText('No set has the barcode 4006381333931. Try its number.').waitFor();
    await eventually('the camera is off', async () => (await states(visit)).join() === 'ended');
    await hold(visit, BARCODE);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Galaxy Explorer', level: 1 }).waitFor();
    await close(visit);
  });

  it('turns the camera off when the search is closed before anything is read', async () => {
    const visit = await search(browsers[0]!);
    const { page } = visit;
    await scan(visit);
    await eventually('it looks', () => page.evaluate<boolean>('globalThis.looks > 0'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually('the camera is off', async () => (await states(visit)).join() === 'ended');
    await close(visit);
  });

  it('says so in words when the camera is refused, and finds the set by what is typed', async () => {
    const visit = await search(await launch('refused'));
    const { page } = visit;
    await scan(visit);
    const sentence = 'The camera could not be used. Allow it for this page, or type the number.';
    await page.getByRole('alert').getByText(sentence).waitFor();
    expect(await page.locator('video').count()).toBe(0);
    const why = 'navigator.mediaDevices.getUserMedia({ video: true }).catch(({ name }) => name)';
    expect(await page.evaluate(why)).toBe('NotAllowedError');
    await picture(page, 'scan-refused', false);
    await tabTo(page, 'Number, name or barcode', 'Shift+Tab');
    await page.keyboard.type('10497');
    await page.getByRole('option', { name: 'Galaxy Explorer' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Galaxy Explorer', level: 1 }).waitFor();
    await close(visit);
  });
});
