import type { LeafSpan } from '../merkle/emptySubtrees.ts';

/** Spans in order, none touching another, that hold the same leaves as all of these. */
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

/** What of some spans lies in others; both in order and apart. */
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

/** What of some spans lies outside of others; both in order and apart. */
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
