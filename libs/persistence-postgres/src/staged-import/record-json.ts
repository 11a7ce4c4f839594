import { formatIsoDay, parseIsoDay, type RecordOfFile } from '@brickmarket/domain';
import type { ImportKind } from '@brickmarket/persistence-ports';

/** A record under the names of its columns. */
export type RecordJson = Readonly<Record<string, string | number | null>>;

/** A record of a file as it is stored with its row. */
export function recordJson(record: RecordOfFile): RecordJson {
  if (record.kind === 'collection') {
    const { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes } = record.holding;
    const { shippingPaidCents = null, taxPaidCents = null, boughtFrom = null, storedAt = null } = record.holding;
    return {
      brickfolio: record.brickfolio,
      set_number: setNumber,
      quantity,
      condition,
      purchase_price_cents: purchasePriceCents,
      purchase_date: purchaseDay === null ? null : formatIsoDay(purchaseDay),
      status,
      notes,
      shipping_paid_cents: shippingPaidCents,
      tax_paid_cents: taxPaidCents,
      bought_from: boughtFrom,
      stored_at: storedAt,
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
    cost_basis_cents: sale.costBasisCents,
    notes: sale.notes,
  };
}

/** A stored record as that of a file. */
export function recordOf(kind: ImportKind, json: RecordJson): RecordOfFile {
  const row = json as Record<string, never>;
  if (kind === 'collection')
    return {
      kind,
      brickfolio: row['brickfolio']!,
      holding: {
        setNumber: row['set_number']!,
        quantity: row['quantity']!,
        condition: row['condition']!,
        purchasePriceCents: row['purchase_price_cents']!,
        purchaseDay: json['purchase_date'] == null ? null : parseIsoDay(String(json['purchase_date'])),
        status: row['status']!,
        notes: row['notes']!,
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
      costBasisCents: row['cost_basis_cents']!,
      notes: row['notes']!,
    },
  };
}
