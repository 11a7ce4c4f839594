import type { Page } from 'playwright-core';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { eventually } from '../support/eventually.ts';
import { focusedIn } from '../support/focus.ts';
import type { Visit, VisitedArea } from './visited-area.ts';

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const signed = (usd: number) => `${usd > 0 ? '+' : usd < 0 ? '−' : ''}${USD.format(Math.abs(usd))}`;

interface Summed {
  readonly name: string;
  readonly total_current_value_usd: number;
  readonly unrealized_gain_loss_usd: number;
}

/** An owner in the pages of the collection, with the key of the same account to compare what the API answers. */
export class CollectionVisitor {
  readonly page: Page;
  /** A tab of its own for looking: the one that is worked in stays as it is. */
  #other: Page | null = null;

  constructor(
    readonly world: VisitedArea,
    readonly visit: Visit,
    private readonly key: string,
  ) {
    this.page = visit.page;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.world.origin}/account/${path}`);
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  told(text: string): Promise<void> {
    return this.page.locator('main [role=status]').filter({ hasText: text }).first().waitFor();
  }

  /** Adds copies of the first set that is found. */
  async add(search: string, copies: string, price: string, day: string): Promise<void> {
    await this.press('Add a holding');
    await this.page.getByRole('combobox', { name: 'Set' }).fill(search);
    await this.page.getByRole('dialog').getByRole('option').first().waitFor();
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
    await this.page.getByLabel('Copies').fill(copies);
    await this.page.getByLabel('Price of one copy').fill(price);
    await this.page.getByLabel('Bought on').fill(day);
    await this.press('Add');
    // By its number: what was added before may still be told.
    await this.told(`Added ${copies} × `);
  }

  /** Replaces what is in the field with the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** The focus is on something, not nowhere: who works by keyboard or hears the page has not lost the place. */
  async expectFocusKept(): Promise<void> {
    await eventually('the focus is on something', async () => (await focusedIn(this.page)).text !== '');
  }

  /** Overview, brickfolios and ledger show what the API answers, to the cent. */
  async expectAgreement(): Promise<void> {
    const [{ summary }, { brickfolios }, { sales }] = await Promise.all([
      this.#asked<{ summary: Record<string, number> }>('/brickfolio/analytics'),
      this.#asked<{ brickfolios: Summed[] }>('/brickfolio'),
      this.#asked<{ sales: { net_proceeds_usd: number; profit_loss_usd: number | null }[] }>('/salesledger'),
    ]);
    const page = (this.#other ??= (await this.world.tab(this.visit)).page);
    await page.bringToFront();
    const figure = (label: string): Promise<string | null> =>
      page
        .locator('.figure')
        .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
        .locator('.figure-value')
        .textContent();
    // The API's totals are numbers: 0 of nothing. The page says that there is nothing to compare with.
    const isOfUnknownCost =
      summary['total_items'] !== 0 &&
      summary['total_cost_basis_usd'] === 0 &&
      summary['unrealized_gain_loss_usd'] === 0;
    await page.goto(`${this.world.origin}/account/overview`);
    await page.getByRole('heading', { name: 'Returns' }).waitFor();
    expect([await figure('Value'), await figure('Cost'), await figure('Unrealized gain')]).toEqual([
      USD.format(summary['total_current_value_usd']!),
      USD.format(summary['total_cost_basis_usd']!),
      isOfUnknownCost ? 'unknown' : signed(summary['unrealized_gain_loss_usd']!),
    ]);
    const known = sales.flatMap(({ profit_loss_usd }) => (profit_loss_usd === null ? [] : [profit_loss_usd]));
    const realized = signed(sumOf(known));
    expect(await figure('Realized gain')).toBe(sales.length > known.length ? 'unknown' : realized);
    await page.goto(`${this.world.origin}/account/brickfolios`);
    await page.locator('.folio').first().waitFor();
    const shown = (await page.locator('.folio').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(shown).toEqual(
      brickfolios.map(({ name, total_current_value_usd: value, unrealized_gain_loss_usd: gain }) => {
        const worth = `${USD.format(value)} (${signed(gain)})`;
        return expect.stringMatching(new RegExp(`^${escaped(name)} .*${escaped(worth)}`));
      }),
    );
    await page.goto(`${this.world.origin}/account/ledger`);
    await page.getByRole('heading', { name: 'Net proceeds' }).waitFor();
    expect(await figure('Net proceeds')).toBe(USD.format(sumOf(sales.map((sale) => sale.net_proceeds_usd))));
    if (sales.length === known.length) expect(await figure('Realized gain')).toBe(realized);
    // Chromium draws a tab behind another once a second, and a click waits for two frames.
    await this.page.bringToFront();
  }

  async #asked<Data>(path: string): Promise<Data> {
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await fetch(`${this.world.service.url}/api/v1${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { data: Data }).data;
  }
}

/** Amounts in dollars, added up in cents. */
function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, usd) => sum + Math.round(usd * 100), 0) / 100;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
