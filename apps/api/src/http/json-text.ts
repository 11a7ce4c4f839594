/** Data already written as JSON: passed through as it is. */
export class JsonText {
  constructor(readonly json: string) {}
}
