/** Data already written as JSON, in pieces. Text of megabytes would be copied and encoded in one go when it is sent, and hold up every other request. */
export class JsonPieces {
  constructor(readonly pieces: readonly Buffer[]) {}
}
