import { formatIsoDay, parseIsoDay, type RecordOfFile } from '@brickmarket/domain';
import type { ImportKind } from '@brickmarket/persistence-ports';

/** What is known of a record, under the names of its columns. */
export type RecordJson = Readonly<Record<string, string | number | null | undefined>>;

/** A record of a file as it is stored with its row: without what it does not say, to be read and written quickly. */
export function recordJson(record: RecordOfFile): RecordJson {
  if (record.kind === 'collection') {
    const { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes } = record.holding;
    const { shippingPaidCents, taxPaidCents, boughtFrom, storedAt } = record.holding;
    return {
      brickfolio: record.brickfolio ?? undefined,
      set_number: setNumber,
      quantity,
      condition,
      purchase_price_cents: purchasePriceCents ?? undefined,
      purchase_date: purchaseDay === null ? undefined : formatIsoDay(purchaseDay),
      status: status ?? undefined,
      notes: notes ?? undefined,
      shipping_paid_cents: shippingPaidCents ?? undefined,
      tax_paid_cents: taxPaidCents ?? undefined,
      bought_from: boughtFrom ?? undefined,
      stored_at: storedAt ?? undefined,
    };
  }
  const { sale } = record;
  return {
    set_number: sale.setNumber,
    platform: sale.platform,
    sale_date: formatIsoDay(sale.saleDay),
    quantity: sale.quantity,
    gross_cents: sale.grossCents,
    platform_fees_cents: sale.platformFeesCents,
    payment_fees_cents: sale.paymentFeesCents,
    shipping_cents: sale.shippingCents,
    cost_basis_cents: sale.costBasisCents ?? undefined,
    notes: sale.notes ?? undefined,
  };
}

/** A stored record as that of a file. */
export function recordOf(kind: ImportKind, json: RecordJson): RecordOfFile {
  const row = json as Record<string, never>;
  if (kind === 'collection')
    return {
      kind,
      brickfolio: row['brickfolio'] ?? null,
      holding: {
        setNumber: row['set_number']!,
        quantity: row['quantity']!,
        condition: row['condition']!,
        purchasePriceCents: row['purchase_price_cents'] ?? null,
        purchaseDay: json['purchase_date'] == null ? null : parseIsoDay(String(json['purchase_date'])),
        status: row['status'] ?? null,
        notes: row['notes'] ?? null,
        // Left out as in the record of a file that does not say them: its fingerprint stays the same.
        shippingPaidCents: row['shipping_paid_cents'] ?? undefined,
        taxPaidCents: row['tax_paid_cents'] ?? undefined,
        boughtFrom: row['bought_from'] ?? undefined,
        storedAt: row['stored_at'] ?? undefined,
      },
    };
  return {
    kind,
    sale: {
      setNumber: row['set_number']!,
      platform: row['platform']!,
      saleDay: parseIsoDay(String(json['sale_date']))!,
      quantity: row['quantity']!,
      grossCents: row['gross_cents']!,
      platformFeesCents: row['platform_fees_cents']!,
      paymentFeesCents: row['payment_fees_cents']!,
      shippingCents: row['shipping_cents']!,
      costBasisCents: row['cost_basis_cents'] ?? null,
      notes: row['notes'] ?? null,
    },
  };
}
