/** Which of the classes that begin at these numbers, in rising order, a number is in; 0 before the first. */
export function classIn(starts: readonly number[], value: number): number {
  let at = 0;
  while (at < starts.length && value >= starts[at]!) at++;
  return at;
}
