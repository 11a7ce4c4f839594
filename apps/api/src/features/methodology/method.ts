/** A part of the method, for people: two sentences, then the details. */
export interface MethodSection {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** The method, in plain words. */
export const METHOD: readonly MethodSection[] = [
  {
    title: 'What a value is',
    summary:
      'It is what the next buyer will most likely pay, not what sellers ask for. Sealed and used ' +
      'copies have a value each, in US dollars.',
    text:
      'The price at which the next copy is most likely to change hands, in US dollars, for a set in sealed ' +
      'condition, a set in used condition, or a minifigure. It is computed from observed sales that we license. ' +
      'The sales themselves are never published, only what is derived from them.',
  },
  {
    title: 'Which sales count',
    summary: 'The sales of the last year count, the newest most. One large order cannot outvote many single sales.',
    text:
      'Those of the last 365 days; of what sells very often, the latest 100 of them. A sale of many pieces ' +
      'weighs no more than two. How much single sales scatter, how fast prices wander, how often a row is of ' +
      'something else and how often a price changes its level at once is not assumed but learned from each ' +
      'market, from pairs of sales of one item by the time between them; by kind and condition, price band and ' +
      'theme, and for an item of its own as far as it has sales.',
  },
  {
    title: 'How they are combined',
    summary:
      'Ten ways to value are asked, and those that came nearest to the sales of the last months ' +
      'decide. The value is the middle of what they say.',
    text:
      'No single rule is the best for every market: where shops change their prices once a month the last price is ' +
      'hard to beat, where single copies are sold at auctions it is the worst of all. So ten of them are asked: a ' +
      'filter that follows the price from sale to sale, the last price, the last price with the change that usually ' +
      'follows one like it, the medians and means of shorter and longer times, and a price just below the middle. ' +
      'Every rule is judged by the sales that came after it in the last four months, for each kind and condition, ' +
      'and counts the more the nearer it came. The value is the middle of what they say, each counted by that, so ' +
      'that no single rule can lead it astray. Until a market has shown otherwise the filter decides alone.',
  },
  {
    title: 'The filter',
    summary:
      'One of the ten follows the price from sale to sale. It tells an odd price from a real change by ' +
      'the sales that come after it.',
    text:
      'Old sales are first brought forward by how the whole market has moved since, as far as that stands out ' +
      'from the ups and downs of single months. Then the price is followed from sale to sale, oldest first (a ' +
      'Kalman filter on the logarithm of price). Between two sales it may wander, so that we grow less certain ' +
      'of it; each sale draws it by as much as the sale is more certain than we are. Several explanations ' +
      'compete: a sale may be ordinary, of something else, or the first one at a new level, and the sales after ' +
      'it decide. Of two clusters of prices the better supported and newer one is valued. Sealed and used copies ' +
      'of a set, and new and used minifigures, are followed together: the sales of one tell how the other has ' +
      'moved. Where prices are averages over time and go on moving, so does the value.',
  },
  {
    title: 'What cannot lead it astray',
    summary: 'One absurd price moves nothing until a second one agrees with it. Incomplete copies never count.',
    text:
      'One price more than eight times above or below every other sale of an item, or more than twenty times from ' +
      'all that shops ask or asked for it, is left out until a second sale agrees. With five sales or more, a value ' +
      'never lies more than 5 % outside all of them. A sale of a copy that its source calls incomplete is left out ' +
      'for good.',
  },
  {
    title: 'When there is little to go by',
    summary:
      'Without fresh sales a value comes from the retail price, the list price or the last known ' +
      'sales. Its range is wider then, and its data tier says so.',
    text:
      'The fewer the sales, the more an expectation counts: for a set on sale, what it costs at retail; for a ' +
      'retired one, its list price times what sets of its theme fetch at that age; for a used copy, the value of ' +
      'a sealed one times the usual ratio, and the other way round where only used copies are sold. Sales that ' +
      'contradict it make it lose its weight. A set before its release is worth its list price at most and has ' +
      'no used value. The value of a minifigure is that of a used one, or of a new one where only those are ' +
      'sold. The data tier says how much evidence there is: high means at least 20 effective sales, medium at ' +
      'least 5, low at least 1, modelled an expectation without sales, none no value at all. What has not sold for ' +
      'a year is worth its last prices, moved on by how sets of its age usually grow; the longer ago they were paid, ' +
      'the more such sets count and the wider is the range. Where nothing is known but what third parties ask, the ' +
      'value is what the market usually pays of that; where nobody offers it any more, what was asked last.',
  },
  {
    title: 'The range',
    summary: 'Eight of ten next sales should fall into it. How wide it has to be for that is measured, not assumed.',
    text:
      'The central 80 % range of the next sale, not of the value: one sale in ten should fall below it and one ' +
      'in ten above. How wide it is depends on how much the prices of the item itself have changed and on how ' +
      'long ago its last sale was; by which factor is not assumed but measured, for each data tier, on the last ' +
      'three months before each run, of which the latest counts most.',
  },
  {
    title: 'Months',
    summary: 'A month is published once, after it has ended, and then stays. A correction leaves a trace.',
    text:
      'A finished month is published once, some days after its end, from its own sales: the median, the 10th and ' +
      'the 90th percentile, outliers (more than 3.5 robust deviations from their neighbours) left out. It then ' +
      'stays as it is. A month that was published without any sale is published again when its first sales ' +
      'arrive. That, and every correction, is a separate act of which we keep who made it, when and why, and ' +
      'what the month was before.',
  },
  {
    title: 'The scorecard',
    summary:
      'Every sale is compared with the value that you saw the day before it. That is done once, and ' +
      'never changed afterwards.',
    text:
      'What was really served is compared with what was then paid. Every sale that arrives is held against the value ' +
      'and range that were being served at the end of the day before it was sold, once; it counts in the month in ' +
      'which it arrived, so that a month that is over stays as it is, whatever becomes of the method or the sale. ' +
      'Beside it stands what four plain methods said when that value was computed, from the same sales. Sales that ' +
      'arrive more than 120 days late, and those for which nothing was being served, are not scored.',
  },
  {
    title: 'What comes next',
    summary:
      'A price is forecast for 6 and 12 months, and a number of sales for 90 days, only where that would have been ' +
      'better than plain guesses in this market before. The account area shows them, or why there is none.',
    text:
      'How prices went on is learned from this market alone, by how long before or after its exit a set was and by ' +
      'its price over its list price; an exit more than a year ahead counts as unknown. Each number of months is ' +
      'judged by itself, from yearly moments in the past with nothing but what was known then: from three of them or ' +
      'more it has to lose less (pinball loss) than “unchanged” and than the growth of each theme, and its 80 % ' +
      'ranges have to have held 77 to 83 %. The sales of the next 90 days follow those of the last quarter and year ' +
      'and the time of the year; they have to be nearer than “as many as last quarter”, and their ranges have to ' +
      'have held 78 to 82 %. What a value without sales of its own will do is not forecast, nor are minifigures.',
  },
  {
    title: 'How this is checked',
    summary:
      'Every week the past is valued again with what was known then, and compared with what was paid. ' +
      'Four plain methods have to answer the same questions.',
    text:
      'A backtest asks how good the present method would have been. On the eve of every month each item is valued. ' +
      'The run gets only what had been published by then: later sales, exits and releases are cut out, and so are ' +
      'asking prices. ' +
      'Each value is compared with each sale of the month, and so are four plain methods. MALE is the mean absolute ' +
      'logarithmic error, MdAPE the median absolute percentage error. Both are compared on just the sales that both ' +
      'methods answer. The interval of a ratio comes from drawing the items a thousand times, with replacement. ' +
      '“Better” is only said when the whole interval is below 1. The pinball loss judges a range by its width and, ' +
      'nine times as dear, by what falls out of it. The bias is positive where values are too high.',
  },
  {
    title: 'What can be expected',
    summary:
      'Half of all sales come nearer than the median error, half lie further off. No method can ' +
      'foresee how lucky a single buyer is.',
    text:
      'Single sales scatter: condition, patience and luck move a price by several percent, and no value can know ' +
      'that before. On invented markets whose true values are known, of seven temperaments from noisy single ' +
      'sales to smooth listings, our error is 5 to 10 % below the best of the four other ways, about that of a ' +
      'filter that is told how every item behaves and which rows are false, but has to find the values from ' +
      'sales as we do. Where the truth is known we show the errors against it as well.',
  },
];
