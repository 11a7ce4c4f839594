/** A paragraph of the method, for people. */
export interface MethodSection {
  readonly title: string;
  readonly text: string;
}

/** How values come about, in plain words. */
export const METHOD: readonly MethodSection[] = [
  {
    title: 'What a value is',
    text:
      'The price at which the next copy is most likely to change hands, in US dollars, for a set in sealed ' +
      'condition, a set in used condition, or a minifigure. It is computed from observed sales that we license. ' +
      'The sales themselves are never published, only what is derived from them.',
  },
  {
    title: 'Which sales count',
    text:
      'Those of the last 365 days; of what sells very often, the latest 100 of them. A sale of many pieces ' +
      'weighs no more than two. How much single sales scatter, how fast prices wander, how often a row is of ' +
      'something else and how often a price changes its level at once is not assumed but learned from each ' +
      'market, from pairs of sales of one item by the time between them; by kind and condition, price band and ' +
      'theme, and for an item of its own as far as it has sales.',
  },
  {
    title: 'How they are combined',
    text:
      'Old sales are first brought forward by how the whole market has moved since, as far as that stands out ' +
      'from the ups and downs of single months. Then the price is followed from sale to sale, oldest first (a ' +
      'Kalman filter on the logarithm of price). Between two sales it may wander, so that we grow less certain ' +
      'of it; each sale draws it by as much as the sale is more certain than we are. Several explanations ' +
      'compete: a sale may be ordinary, of something else, or the first one at a new level, and the sales after ' +
      'it decide. One absurd price moves nothing, three in a row do, and of two clusters of prices the better ' +
      'supported and newer one is valued. Sealed and used copies of a set, and new and used minifigures, are ' +
      'followed together: the sales of one tell how the other has moved. Where prices are averages over time and ' +
      'go on moving, so does the value. With five sales or more, a value never lies more than 5 % outside all of ' +
      'them.',
  },
  {
    title: 'When there is little to go by',
    text:
      'The fewer the sales, the more an expectation counts: for a set on sale, what it costs at retail; for a ' +
      'retired one, its list price times what sets of its theme fetch at that age; for a used copy, the value of ' +
      'a sealed one times the usual ratio, and the other way round where only used copies are sold. Sales that ' +
      'contradict it make it lose its weight. A set before its release is worth its list price at most and has ' +
      'no used value. The value of a minifigure is that of a used one, or of a new one where only those are ' +
      'sold. The data tier says how much evidence there is: high means at least 20 effective sales, medium at ' +
      'least 5, low at least 1, modelled an expectation without sales, none no value at all.',
  },
  {
    title: 'The range',
    text:
      'The central 80 % range of the next sale, not of the value: one sale in ten should fall below it and one ' +
      'in ten above. Its width is not assumed but measured, on the last three months before each run.',
  },
  {
    title: 'Months',
    text:
      'A finished month is published once, some days after its end, from its own sales: the median, the 10th and ' +
      'the 90th percentile, outliers (more than 3.5 robust deviations from their neighbours) left out. It then ' +
      'stays as it is. A month that was published without any sale is published again when its first sales ' +
      'arrive. That, and every correction, is a separate act of which we keep who made it, when and why, and ' +
      'what the month was before.',
  },
  {
    title: 'How this is checked',
    text:
      'For every month, each item is valued with nothing but what was known on its eve, and the value is ' +
      'compared with each sale of the month. The same is done with four ways in which people value sets today. ' +
      'MdAPE is the median of the absolute percentage error: half of all sales were nearer. Since not every ' +
      'method can answer for every sale, each is also compared with ours on just the sales that both answer.',
  },
  {
    title: 'What can be expected',
    text:
      'Single sales scatter: condition, patience and luck move a price by several percent, and no value can know ' +
      'that before. On invented markets whose true values are known, of seven temperaments from noisy single ' +
      'sales to smooth listings, our error is 5 to 10 % below the best of the four other ways, about that of a ' +
      'filter that is told how every item behaves and which rows are false, but has to find the values from ' +
      'sales as we do. Where the truth is known we show the errors against it as well.',
  },
];
