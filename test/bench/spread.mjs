/** Median, least and most of some measurements. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, least: sorted[0], most: sorted.at(-1) };
}

/** `1234 ms (1200 to 1300)`. */
export function formatSpread(values, unit = 'ms') {
  const { median, least, most } = spread(values);
  return `${median.toFixed(0)} ${unit} (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
