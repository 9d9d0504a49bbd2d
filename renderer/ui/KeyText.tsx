import { IconAlertTriangle } from '@tabler/icons-react';
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

/** More of a head than any window shows; keeps a key of megabytes out of the page. */
const longestHead = 400;
const longestTitle = 2_000;
/** What stays of a head in the narrowest place, with the ellipsis: enough to see that something was cut. */
const leastHead = 3;

const noRanges: readonly TextRange[] = [];

interface KeyTextProps {
  /** `atomKey`, since React keeps `key` for itself. */
  readonly atomKey: string;
  /** Over as many lines as it takes, instead of one line cut in the middle. */
  readonly wrap?: boolean;
  /** What a filter found in it: in order, not overlapping. */
  readonly ranges?: readonly TextRange[];
  /** Characters of its end that stays visible before any of its beginning does. */
  readonly longestTail?: number;
}

/**
 * An atom's key or a part of one, safe to look at: hidden, control and bidi characters are named in place, spaces at
 * the ends are drawn, look-alike letters are marked, whether a filter marks something in it or not. Cut in the middle
 * where it does not fit, so that its last segment stays visible, or what a filter found first; whole in the tooltip.
 */
export function KeyText({ atomKey, wrap = false, ranges = noRanges, longestTail }: KeyTextProps) {
  const { head, found, tail } = partsOf(atomKey, wrap, ranges[0], longestTail);
  const mixed = mixedScriptWords(atomKey.slice(0, longestTitle));
  return (
    <span
      className={wrap ? classes.wrapped : classes.line}
      dir="ltr"
      title={visibleLine(atomKey.slice(0, longestTitle))}
    >
      {head !== '' && (
        <span className={classes.head} style={{ minWidth: `${Math.min(head.length, leastHead)}ch` }}>
          <Marked
            text={head.slice(0, longestHead)}
            ranges={rangesWithin(ranges, 0, Math.min(head.length, longestHead))}
            options={{ markLeading: true }}
          />
        </span>
      )}
      {found !== '' && (
        <span className={classes.found}>
          <Marked
            text={found}
            ranges={rangesWithin(ranges, head.length, head.length + found.length)}
            options={{ markLeading: head === '', markTrailing: tail === '' }}
          />
        </span>
      )}
      {tail !== '' && (
        <span className={classes.tail}>
          <span>
            <Marked
              text={tail}
              ranges={rangesWithin(ranges, head.length + found.length, atomKey.length)}
              options={{ markLeading: head + found === '', markTrailing: true }}
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

/** What gives way where the key does not fit: first `head`, then `tail`; what a filter found first stays visible. */
function partsOf(
  atomKey: string,
  wrap: boolean,
  first: TextRange | undefined,
  longestTail: number | undefined,
): { readonly head: string; readonly found: string; readonly tail: string } {
  if (wrap) return { head: '', found: '', tail: atomKey };
  if (first === undefined) return { ...splitKey(atomKey, longestTail), found: '' };
  return {
    head: atomKey.slice(0, first.start),
    found: atomKey.slice(first.start, first.end),
    tail: atomKey.slice(first.end, first.end + longestHead),
  };
}

interface MarkedProps {
  readonly text: string;
  readonly ranges: readonly TextRange[];
  readonly options: VisibleTextOptions;
}

function Marked({ text, ranges, options }: MarkedProps) {
  const pieces = visiblePieces(text, options);
  if (ranges.length === 0) return <Pieces pieces={pieces} />;
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

/** Text with its hidden characters named; for values too. */
export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  // Pieces never move: their place is their identity.
  return pieces.map((piece, index) => <Piece key={index} piece={piece} />);
}

function Piece({ piece }: { readonly piece: TextPiece }) {
  return piece.kind === 'plain' ? (
    <span>{piece.text}</span>
  ) : (
    <span className={classes.hidden} title={piece.name}>
      {piece.shown}
    </span>
  );
}
