/** A request to the demo market and what it answered. Long lists are cut after a few rows. */
export interface ExampleAnswer {
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly answer: object;
}
