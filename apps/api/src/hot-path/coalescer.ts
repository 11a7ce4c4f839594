/**
 * Lets calls that arrive while a batch is under way share the next one. At rest a call goes out in the same turn of the event
 * loop; under load the batches grow by themselves, so the cost per call falls as load rises.
 */
export class Coalescer<Input, Output> {
  private waiting: Waiting<Input, Output>[] = [];
  private busy = false;

  constructor(
    /** Answers a batch in its order. When it fails, the calls of that batch fail, and no others. */
    private readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
    private readonly maxBatch = 512,
  ) {}

  submit(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // After the sockets that are readable now have been read: their requests belong to the same batch.
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    const batch = this.waiting.splice(0, this.maxBatch);
    if (batch.length === 0) {
      this.busy = false;
      return;
    }
    try {
      const outputs = await this.run(batch.map((call) => call.input));
      // The next batch is on its way before the answers of this one are written out.
      void this.drain();
      batch.forEach((call, index) => call.resolve(outputs[index]!));
    } catch (error) {
      void this.drain();
      for (const call of batch) call.reject(error);
    }
  }
}

interface Waiting<Input, Output> {
  readonly input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}
