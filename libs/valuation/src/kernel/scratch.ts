/** Buffers that one valuation after another reuses, so that the inner loops allocate nothing. */
export class Scratch {
  logPrice: Float64Array = new Float64Array(1024);
  weight: Float64Array = new Float64Array(1024);
  residual: Float64Array = new Float64Array(1024);
  sorted: Float64Array = new Float64Array(1024);

  /** Makes every buffer hold at least `count` numbers; what they held is lost when they grow. */
  reserve(count: number): void {
    if (count <= this.logPrice.length) return;
    const capacity = 2 ** Math.ceil(Math.log2(count));
    this.logPrice = new Float64Array(capacity);
    this.weight = new Float64Array(capacity);
    this.residual = new Float64Array(capacity);
    this.sorted = new Float64Array(capacity);
  }
}
