/** When our own stores were sent and recorded. */
export interface WriteTimes {
  readonly add: (write: { readonly askedAt: number; readonly at: number }) => void;
  /** Whether a store was pending at any time from `from` to `to`, both inclusive. */
  readonly overlap: (from: number, to: number) => boolean;
}

export function createWriteTimes(): WriteTimes {
  /** In the order of `askedAt`; `latest` is the largest `at` up to here. */
  const writes: { readonly askedAt: number; readonly at: number; latest: number }[] = [];
  /** How many writes were sent at or before a time. */
  const sentBy = (time: number): number => {
    let low = 0;
    let high = writes.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((writes[middle]?.askedAt ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: ({ askedAt, at }) => {
      const place = sentBy(askedAt);
      writes.splice(place, 0, { askedAt, at, latest: at });
      // Almost always the last one: stores are recorded in the order in which they end.
      for (let next = place; next < writes.length; next += 1) {
        const write = writes[next];
        if (write !== undefined)
          write.latest = Math.max(write.at, next === 0 ? -Infinity : (writes[next - 1]?.latest ?? -Infinity));
      }
    },
    overlap: (from, to) => (writes[sentBy(to) - 1]?.latest ?? -Infinity) >= from,
  };
}
