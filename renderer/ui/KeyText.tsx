import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import {
  mixedScriptWords,
  splitKey,
  visibleLine,
  visiblePieces,
  type TextPiece,
  type VisibleTextOptions,
} from '#shared/text/visibleText.ts';
import classes from './KeyText.module.css';
import { markedPieces, rangesWithin, type TextRange } from './markedPieces.ts';

/** Longer than any window shows. Keeps a key of megabytes out of the page. */
const maxHead = 400;
const maxTitle = 2_000;
/** Characters of the head that stay in the narrowest place, so that the cut is visible. */
const minHead = 3;

const noRanges: readonly TextRange[] = [];

interface KeyTextProps {
  /** Not `key`, which React reserves. */
  readonly atomKey: string;
  /** Wraps instead of shortening the middle. */
  readonly wrap?: boolean;
  /** Matches of a filter to mark: in order, not overlapping. */
  readonly ranges?: readonly TextRange[];
  /** Characters of the end that have priority over the beginning. */
  readonly longestTail?: number;
}

/**
 * A key or a part of one, safe to display: names hidden, control and bidi characters, makes spaces at the ends visible, and
 * warns of look-alike letters. A key that does not fit is shortened in the middle, so that its last segment or the first
 * match of a filter stays visible. The tooltip shows all of it.
 */
export function KeyText({ atomKey, wrap = false, ranges = noRanges, longestTail }: KeyTextProps) {
  const { head, found, tail } = partsOf(atomKey, wrap, ranges[0], longestTail);
  const mixed = mixedScriptWords(atomKey.slice(0, maxTitle));
  return (
    <span
      className={wrap ? classes.wrapped : classes.line}
      dir="ltr"
      title={visibleLine(atomKey.slice(0, maxTitle))}
    >
      {head !== '' && (
        <span
          className={classes.head}
          data-path={tail.startsWith('.')}
          style={{ minWidth: `${Math.min(head.length, minHead)}ch` }}
        >
          <MarkedText
            text={head.slice(0, maxHead)}
            ranges={rangesWithin(ranges, 0, Math.min(head.length, maxHead))}
            options={{ markLeading: true }}
          />
        </span>
      )}
      {found !== '' && (
        <span className={classes.found}>
          <MarkedText
            text={found}
            ranges={rangesWithin(ranges, head.length, head.length + found.length)}
            options={{ markLeading: head === '', markTrailing: tail === '' }}
          />
        </span>
      )}
      {tail !== '' && (
        <span className={classes.tail}>
          <span>
            <MarkedText
              text={tail}
              ranges={rangesWithin(ranges, head.length + found.length, atomKey.length)}
              options={{ markLeading: head + found === '', markTrailing: true }}
              wrap={wrap && tail.length <= maxTitle}
            />
          </span>
        </span>
      )}
      {mixed.length > 0 && (
        <span
          className={classes.warning}
          role="img"
          aria-label="Mixes alphabets with look-alike letters"
          title={`Mixes alphabets with look-alike letters: ${mixed.join(', ')}`}
        >
          <IconAlertTriangle size={13} aria-hidden />
        </span>
      )}
    </span>
  );
}

/** If the key does not fit, `head` shrinks first, then `tail`; `found`, the first match of a filter, stays visible. */
function partsOf(
  atomKey: string,
  wrap: boolean,
  first: TextRange | undefined,
  longestTail: number | undefined,
): { readonly head: string; readonly found: string; readonly tail: string } {
  if (wrap) return { head: '', found: '', tail: atomKey };
  if (first === undefined) {
    const { head, tail } = splitKey(atomKey, longestTail);
    // A head that always fits has no ellipsis, so it would hide that the tail lost its beginning.
    return head.length <= minHead ? { head: '', found: '', tail: atomKey } : { head, found: '', tail };
  }
  return {
    head: atomKey.slice(0, first.start),
    found: atomKey.slice(first.start, first.end),
    tail: atomKey.slice(first.end, first.end + maxHead),
  };
}

interface MarkedTextProps {
  readonly text: string;
  readonly ranges: readonly TextRange[];
  readonly options: VisibleTextOptions;
  /** Lines break after segments rather than within them. */
  readonly wrap?: boolean;
}

/** Text in which hidden characters are named, and ranges are marked; also for values. */
export function MarkedText({ text, ranges, options, wrap = false }: MarkedTextProps) {
  const pieces = visiblePieces(text, options);
  if (ranges.length === 0)
    return pieces.map((piece, index) => <Piece key={index} piece={piece} wrap={wrap} />);
  return markedPieces(text, pieces, ranges).map(({ piece, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className={classes.match}>
        <Piece piece={piece} />
      </mark>
    ) : (
      <Piece key={index} piece={piece} />
    ),
  );
}

/** Text in which hidden characters are named; also for values. */
export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  // Pieces never move, so their index identifies them.
  return pieces.map((piece, index) => <Piece key={index} piece={piece} />);
}

function Piece({ piece, wrap = false }: { readonly piece: TextPiece; readonly wrap?: boolean }) {
  return piece.kind === 'plain' ? (
    <span>{wrap ? breakable(piece.text) : piece.text}</span>
  ) : (
    <span className={classes.hidden} title={piece.name}>
      {piece.shown}
    </span>
  );
}

function breakable(text: string): readonly ReactNode[] {
  return text.split(/(?<=[./:_])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
