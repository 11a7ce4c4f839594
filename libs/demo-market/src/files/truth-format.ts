import { formatIsoDay, formatUsd } from '@brickmarket/domain';
import type { CsvFormat } from '@brickmarket/feeds';
import type { TruthSample } from '../truth/truth-sample.ts';

/** True values for backtests: no importer reads them. */
export const truthCsv: CsvFormat<TruthSample> = {
  header: ['item_type', 'item_number', 'condition', 'day', 'true_value_usd'],
  cells: (sample) => [
    sample.itemKind,
    sample.itemNumber,
    sample.condition,
    formatIsoDay(sample.day),
    formatUsd(sample.valueCents),
  ],
};
