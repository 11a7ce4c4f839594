/** Two sentences, then the details. */
export interface MethodSection {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

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
    title: '1. Evidence',
    summary: 'The sales of the last 365 days count. Sales of one source on one day are one voice: their median.',
    text:
      'A voice is the median of the logarithms of the prices, y = ln(price). It weighs the square root of the number ' +
      'of sales, of at most five: ten thousand of one day count like five. Prices of zero and below do not count. ' +
      'Nor does a price that is alone: no sale of another day within a factor of eight, while others agree, or ' +
      'twenty times away from the list price. Incomplete copies never count.',
  },
  {
    title: '2. Level',
    summary: 'The level of an item is a mean of its voices. The newest weigh most, and far ones pull no further.',
    text:
      'A voice loses half of its weight in ln 2 * sqrt(s * s / (r * q)) days, at least 5 and at most 120. Here r is ' +
      'the number of voices per day, and q the variance that levels gather per day. The value q is one of four; a ' +
      'higher one has to prove itself on the last six months. ' +
      'The mean is a Huber mean m: from the weighted median on, in four ' +
      'steps, what lies further away than 1.3 s pulls like 1.3 s. The scatter s is 1.48 times the median distance, ' +
      'drawn to the usual scatter of its kind by six sales, and at least 5 %. Where the last price is nearer to the ' +
      'next one, as with monthly offers, it takes the place of the mean, with the change that usually follows such a ' +
      'price. How much of each counts is learned for each kind from the last six months.',
  },
  {
    title: '3. Comparables',
    summary:
      'Few sales are weighed with what is expected: by list or retail price, and by the other condition. ' +
      'Ten sales make the expectation vanish.',
    text:
      'Where both conditions sold on three days, each also counts for the other: times the ratio of the item, which ' +
      'is the median ' +
      'ratio of its used prices to the nearest new ones, drawn to the usual ratio. ' +
      'A set on sale is expected to cost what retailers ask, a retired one its list price times what sets of its age ' +
      'and theme cost of theirs, a used copy the usual share of a new one, and a new one the other way round. Both ' +
      'count by their precision: v = (m / a + p / b) / (1 / a + 1 / b), where a is the variance of the mean, b the ' +
      'variance of the expectation times the squared number of sale days. Own sales of fewer than three days that ' +
      'are more than a factor of eight from what is expected do not move the value; the range reaches them. What has ' +
      'not sold for a year is worth its last prices, moved on by how sets of its age grow. With sales on five days a ' +
      'value never lies more than 5 % outside all of them. A used copy is worth no more than a new one unless many ' +
      'sales say so. An announced set is worth its list price at most.',
  },
  {
    title: '4. Jumps',
    summary: 'A new level needs three sale days. Until then the range reaches both levels.',
    text:
      'A price further than 6 s from the level opens another one: at least 30 %, and always from 3.5 times on. It ' +
      'becomes the level after three sale days, and earlier prices no longer count. Each earlier visit that came ' +
      'back makes it one day more. A ' +
      'level more than 2.2 times away takes six days over two weeks. Where another source sold in the 90 days ' +
      'before, one source alone takes two months.',
  },
  {
    title: '5. Range',
    summary: 'Eight of ten next sales should fall into it. How wide it has to be is measured, not assumed.',
    text:
      'The range is v times the 10 and 90 % quantiles of how far sales of the last six months fell from values made ' +
      'before them, in predicted deviations, for each kind and amount of evidence. Where two clusters more than a ' +
      'factor of two apart hold a quarter of the prices each, the price is disputed: the range reaches both and the ' +
      'data tier is low. The tier says how much evidence there is: high means at least 20 effective sales, medium at ' +
      'least 5, low at least 1, modelled an expectation without recent sales, none no value at all.',
  },
  {
    title: '6. No market, no price',
    summary: 'Where no set was ever sold in the data, no set has a value. The same holds for minifigures.',
    text:
      'A list price alone is no market. With a market, a value without own sales is marked as modelled. Its range ' +
      'says how little is known. The value of a minifigure is the value of a used one, or of a new one where ' +
      'only new ones are sold.',
  },
  {
    title: '7. Time',
    summary: 'A value of a day uses only what was known on that day. A past value never changes.',
    text:
      'Full, incremental and divided runs give the same values to the cent, in whatever order the sales arrived. The ' +
      'market is learned again every seven days, or once it has grown by half.',
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
      'Next to it are the values of four plain methods, computed then from the same sales. Sales that ' +
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
      'judged separately, from yearly moments in the past with nothing but what was known then: from three of them ' +
      'or more it has to lose less (pinball loss) than “unchanged” and than the growth of each theme, and its 80 % ' +
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
      'sales to smooth listings, our error is 5 to 10 % below the best of the four other ways, about the error of a ' +
      'filter that knows how every item behaves and which rows are false, but has to find the values from ' +
      'sales as we do. Where the truth is known we show the errors against it as well.',
  },
];
