/** One call of the app to a service, as a script sees it. */
export interface ScriptedCall {
  /** `POST /batch-atoms`, without a query. */
  readonly route: string;
  /** Of the calls of this route, from 1. */
  readonly nth: number;
  readonly body: string;
}

/** What becomes of a call. */
export type Fate =
  | { readonly kind: 'pass' }
  /** The service never hears of it, and the connection ends. */
  | { readonly kind: 'drop-before' }
  /** The service does it, and the connection ends before a byte of the answer arrives. */
  | { readonly kind: 'drop-after' }
  /** As the service does it, but a refusal does not say which of the atoms it is about. */
  | { readonly kind: 'hide-failed-index' }
  /** Answered with 429 in place of the service; `retryAfter` null: without the header. */
  | { readonly kind: 'too-many'; readonly retryAfter: string | null }
  /** Answered with 307 in place of the service, which would have the same request sent there. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** Something comes before it, such as another's write. */
  | { readonly kind: 'after'; readonly first: () => Promise<void> }
  /** The service does it; the answer arrives when `until` settles. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

export type CallScript = (call: ScriptedCall) => Fate;

export const batchStore = 'POST /batch-atoms';
const pass: Fate = { kind: 'pass' };

/** The same fate for the calls of a route whose number is listed. */
export function onCalls(route: string, numbers: readonly number[], fate: Fate): CallScript {
  return (call) => (call.route === route && numbers.includes(call.nth) ? fate : pass);
}

/** The same fate for all calls of a route. */
export function onEvery(route: string, fate: Fate): CallScript {
  return (call) => (call.route === route ? fate : pass);
}

/** A storm: of each `refused + served` calls of a route the first `refused` are answered with 429. */
export function storm(
  route: string,
  { refused, served, retryAfter }: { refused: number; served: number; retryAfter: string | null },
): CallScript {
  return (call) =>
    call.route === route && (call.nth - 1) % (refused + served) < refused
      ? { kind: 'too-many', retryAfter }
      : pass;
}

/** A JSON text without any field `failedIndex`, however deep; other texts as they are. */
export function withoutFailedIndex(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(json, (name, value: unknown) => (name === 'failedIndex' ? undefined : value));
}

/** A batch of atoms that reached the service, and what it said. */
export interface BatchCall {
  readonly nth: number;
  readonly atoms: readonly { readonly key: string; readonly value: string }[];
  /** Of the service's own answer, whatever arrived of it. */
  readonly status: number;
}

/** The batches that the service stored, in order. */
export function storedOf(batches: readonly BatchCall[]): readonly BatchCall[] {
  return batches.filter(({ status }) => status >= 200 && status < 300);
}

/** Keys that were stored by more than one batch, or twice by one. */
export function keysStoredTwice(batches: readonly BatchCall[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { atoms } of storedOf(batches)) {
    for (const { key } of atoms) (seen.has(key) ? twice : seen).add(key);
  }
  return [...twice];
}
