import type { SourceItem, StoredSource } from '@brickmarket/persistence-ports';
import { type Source, SOURCES } from '@brickmarket/sources';
import { formatMoment, formatTable } from '../output/print.ts';

const FIRST_ITEMS = 10;

export function statusJson(stored: StoredSource): object {
  const { lastError } = stored;
  return {
    name: stored.name,
    state: stored.state,
    address: stored.address,
    blocked_until: stored.blockedUntil?.toISOString() ?? null,
    calls_today: stored.callsToday,
    budget_today: stored.callsADay,
    calls_a_second: stored.callsASecond,
    day_ends_at: stored.dayEndsAt.toISOString(),
    items: stored.items,
    items_due: stored.itemsDue,
    oldest_item_at: stored.oldestItemAt?.toISOString() ?? null,
    last_success_at: stored.lastSuccessAt?.toISOString() ?? null,
    last_error:
      lastError === null
        ? null
        : { kind: lastError.kind, sentence: lastError.sentence, at: lastError.at.toISOString() },
    rows_imported: stored.rowsImported,
    rows_rejected: stored.rowsRejected,
  };
}

export function statusText(stored: readonly StoredSource[]): string {
  const rows = stored.map((one) => [
    one.name,
    one.state,
    `${one.callsToday} of ${one.callsADay}`,
    `${one.itemsDue} of ${one.items}`,
    formatMoment(one.oldestItemAt),
    formatMoment(one.lastSuccessAt),
    one.rowsImported,
    one.rowsRejected,
  ]);
  const header = ['source', 'state', 'calls today', 'items due', 'oldest item', 'last success', 'rows', 'rejected'];
  const faults = stored.flatMap(({ name, lastError }) =>
    lastError === null ? [] : [`${name}, ${formatMoment(lastError.at)}: ${lastError.sentence}`],
  );
  if (rows.length === 0) return 'no source is added: "brickmarket sources list" shows what there is';
  return [formatTable(header, rows), ...faults].join('\n');
}

export function listJson(stored: readonly StoredSource[]): readonly object[] {
  return SOURCES.map(({ name, title, termsUrl, secrets }) => ({
    name,
    title,
    terms: termsUrl,
    needs: secrets,
    state: stateOf(name, stored),
  }));
}

export function listText(stored: readonly StoredSource[]): string {
  const rows = SOURCES.map(({ name, title, secrets, termsUrl }) => [
    name,
    title,
    stateOf(name, stored) ?? 'not added',
    secrets.map((secret) => `--${secret}-file`).join(' ') || '-',
    termsUrl,
  ]);
  return formatTable(['source', 'title', 'state', 'needs', 'terms'], rows);
}

function stateOf(name: string, stored: readonly StoredSource[]): string | null {
  return stored.find((one) => one.name === name)?.state ?? null;
}

export interface SourcePlan {
  readonly source: Source;
  readonly stored: StoredSource;
  /** By rank. */
  readonly items: readonly SourceItem[];
}

export function planJson({ stored, items }: SourcePlan): object {
  return {
    name: stored.name,
    calls_due: stored.itemsDue,
    days_for_all: daysForAll(stored),
    first: firstDue(items).map(({ item, askedAt }) => ({ item, last_asked_at: askedAt?.toISOString() ?? null })),
  };
}

export function planText(plan: SourcePlan): string {
  const { stored, items } = plan;
  const first = firstDue(items).map(({ item, askedAt }) => `  ${item}, last asked ${formatMoment(askedAt)}`);
  return [
    `${stored.name}: ${stored.itemsDue} calls are due of ${stored.items} items; ` +
      `all items take ${daysForAll(stored)} days at ${stored.callsADay} calls a day. First:`,
    ...first,
  ].join('\n');
}

function daysForAll({ items, callsADay }: StoredSource): number {
  return Math.ceil(items / callsADay);
}

function firstDue(items: readonly SourceItem[]): readonly SourceItem[] {
  return items.slice(0, FIRST_ITEMS);
}
