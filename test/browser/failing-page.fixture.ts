import type { Browser } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';

// Run by failing-page.spec.ts alone.
describe('an empty page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(findChromium()!);
  });
  afterAll(() => browser.close());

  it('has a heading', async () => {
    const page = await browser.newPage();
    const content = '<p>Not a heading<script>console.warn("so empty")</script>';
    await page.goto(`data:text/html,${encodeURIComponent(content)}`);
    await page.getByRole('heading').click({ timeout: 1_000 });
  });
});
