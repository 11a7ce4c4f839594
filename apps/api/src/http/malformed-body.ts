/** Stands in for a request body that could not be read, so that key, plan and quota are judged before the body is. */
export class MalformedBody {
  constructor(readonly reason: string) {}
}
