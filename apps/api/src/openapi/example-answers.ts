/** A request to the demo market and its answer. */
export interface ExampleAnswer {
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly answer: object;
}

export const EXAMPLE_ANSWERS: Readonly<Record<string, ExampleAnswer>> = {};
