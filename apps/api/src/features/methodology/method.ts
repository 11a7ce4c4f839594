/** One of the seven points: two sentences, then the formulas. */
export interface MethodSection {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export const METHOD: readonly MethodSection[] = [
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
      'market is learned again every seven days, or once it has grown by half. A run refuses to work while the clock ' +
      'is wrong. A month is published once, some days after its end, from its own sales: the median, and the 10th ' +
      'and 90th percentile without outliers (more than 3.5 robust deviations from the median, unless two agree). Its ' +
      'first late sales, and every correction, publish it again. We keep who did that, when and why, and the old ' +
      'month.',
  },
];
