import type { LeafSpan } from '../merkle/emptySubtrees.ts';

/** The union of spans: sorted, with touching spans merged. */
export function unionOf(spans: readonly LeafSpan[]): readonly LeafSpan[] {
  const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const union: LeafSpan[] = [];
  for (const span of sorted) {
    const last = union.at(-1);
    if (last === undefined || span.start > last.end) union.push(span);
    else if (span.end > last.end) union[union.length - 1] = { start: last.start, end: span.end };
  }
  return union;
}

/** The intersection of two lists of spans, each sorted and without overlaps. */
export function intersectionOf(spans: readonly LeafSpan[], others: readonly LeafSpan[]): readonly LeafSpan[] {
  const common: LeafSpan[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    while (at < others.length && (others[at]?.end ?? 0n) <= start) at += 1;
    for (let next = at; next < others.length; next += 1) {
      const other = others[next];
      if (other === undefined || other.start >= end) break;
      common.push({
        start: other.start > start ? other.start : start,
        end: other.end < end ? other.end : end,
      });
    }
  }
  return common;
}

/** The spans without the others; both lists are sorted and without overlaps. */
export function differenceOf(spans: readonly LeafSpan[], others: readonly LeafSpan[]): readonly LeafSpan[] {
  const rest: LeafSpan[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    let from = start;
    while (at < others.length && (others[at]?.end ?? 0n) <= start) at += 1;
    for (let next = at; next < others.length; next += 1) {
      const other = others[next];
      if (other === undefined || other.start >= end) break;
      if (other.start > from) rest.push({ start: from, end: other.start });
      if (other.end > from) from = other.end;
    }
    if (from < end) rest.push({ start: from, end });
  }
  return rest;
}

export function sizeOf(spans: readonly LeafSpan[]): bigint {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0n);
}
