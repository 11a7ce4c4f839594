/** A paragraph of the method, for people. */
export interface MethodSection {
  readonly title: string;
  readonly text: string;
}

/** How values come about, in plain words. */
export const METHOD: readonly MethodSection[] = [
  {
    title: 'What a value is',
    text: 'The price at which the next copy is most likely to change hands, in US dollars, for a set in sealed condition, a set in used condition, or a minifigure. It is computed from observed sales that we license. The sales themselves are never published, only what is derived from them.',
  },
  {
    title: 'Which sales count',
    text: 'Those of the last 365 days; of what sells very often, the latest 100 of them. A sale far from its neighbours in time (more than 3.5 robust deviations of the logarithm of price) is left out; a lasting move, such as the jump after a set retires, moves the neighbours too and is kept. A sale of many pieces weighs no more than two.',
  },
  {
    title: 'How they are combined',
    text: 'Old sales are first brought forward by how the whole market has moved since: its growth by stage of life of a set, and the season. Then the price is followed from sale to sale, oldest first (a Kalman filter on the logarithm of price). Between two sales it may wander, around a retirement faster than at other times, so that we grow less certain of it; each sale draws it by as much as the sale is more certain than we are. What sells often is thus followed closely, and what sells seldom is remembered longer. No sale draws harder than one two standard deviations away. Sealed and used copies of a set are followed together: their prices move alike but for a ratio that changes slowly, so the sales of one tell how the other has moved.',
  },
  {
    title: 'When there is little to go by',
    text: 'The fewer the sales, the more an expectation counts: for a set on sale, what it costs at retail; for a retired one, its list price times what sets of its theme fetch at that age; for a used copy, the value of a sealed one times the usual ratio, and the other way round where only used copies are sold. The data tier says how much evidence there is: high means at least 20 effective sales, medium at least 5, low at least 1, modelled an expectation without sales, none no value at all.',
  },
  {
    title: 'The range',
    text: 'The central 80 % range of the next sale, not of the value: one sale in ten should fall below it and one in ten above. Its width is not assumed but measured, on the last three months before each run.',
  },
  {
    title: 'Months',
    text: 'A finished month is published once, some days after its end, from its own sales: the median, the 10th and the 90th percentile. It then stays as it is. A correction is a separate act of which we keep who made it, when and why, and what the month was before.',
  },
  {
    title: 'How this is checked',
    text: 'For every month, each item is valued with nothing but what was known on its eve, and the value is compared with each sale of the month. The same is done with four ways in which people value sets today. MdAPE is the median of the absolute percentage error: half of all sales were nearer. Since not every method can answer for every sale, each is also compared with ours on just the sales that both answer.',
  },
  {
    title: 'What can be expected',
    text: 'Single sales scatter: condition, patience and luck move a price by several percent, and no value can know that before. On an invented market whose true values are known, even the truth of the day misses half of all sales by more than 9 %, and the truth of the eve of the month by about 10 %, so against sales the gap between good and mediocre methods looks small: one who knew every true value on the eve would be about 16 % better than the 30-day median, and one who knew all about how the market comes about, but had to find the values from sales as we do, about 11 %. We are about 9 % better. Where the truth is known we therefore show the errors against it as well. The method was tuned on an invented market with seed 1 only; figures of any other market are of data it was not tuned on.',
  },
];
