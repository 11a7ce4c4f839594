/** Weight of a sale by its age in days, 0 to `longestAgeDays`: 1 today, halved every `halfLifeDays`. */
export function recencyWeights(halfLifeDays: number, longestAgeDays: number): Float64Array {
  return Float64Array.from({ length: longestAgeDays + 1 }, (_, age) => 2 ** (-age / halfLifeDays));
}
