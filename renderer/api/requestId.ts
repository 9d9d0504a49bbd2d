/** A fresh id for one call to a service, by which that call can be cancelled. */
export function makeRequestId(): string {
  return crypto.randomUUID();
}
