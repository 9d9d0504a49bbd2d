import { IconAlertTriangle } from '@tabler/icons-react';
import {
  mixedScriptWords,
  splitKey,
  visibleLine,
  visiblePieces,
  type TextPiece,
} from '#shared/text/visibleText.ts';
import classes from './KeyText.module.css';

/** More of a head than any window shows; keeps a key of megabytes out of the page. */
const longestHead = 400;
const longestTitle = 2_000;
/** What stays of a head in the narrowest place, with the ellipsis: enough to see that something was cut. */
const leastHead = 3;

interface KeyTextProps {
  /** `atomKey`, since React keeps `key` for itself. */
  readonly atomKey: string;
  /** Over as many lines as it takes, instead of one line cut in the middle. */
  readonly wrap?: boolean;
}

/**
 * An atom's key, safe to look at: hidden, control and bidi characters are named in place, spaces at the
 * ends are drawn, look-alike letters are marked. Cut in the middle where it does not fit, so that its last
 * segment stays in sight; whole in the tooltip.
 */
export function KeyText({ atomKey, wrap = false }: KeyTextProps) {
  const { head, tail } = wrap ? { head: '', tail: atomKey } : splitKey(atomKey);
  const mixed = mixedScriptWords(atomKey.slice(0, longestTitle));
  return (
    <span
      className={wrap ? classes.wrapped : classes.line}
      dir="ltr"
      title={visibleLine(atomKey.slice(0, longestTitle))}
    >
      {head !== '' && (
        <span className={classes.head} style={{ minWidth: `${Math.min(head.length, leastHead)}ch` }}>
          <Pieces pieces={visiblePieces(head.slice(0, longestHead), { markLeading: true })} />
        </span>
      )}
      <span className={classes.tail}>
        <span>
          <Pieces pieces={visiblePieces(tail, { markLeading: head === '', markTrailing: true })} />
        </span>
      </span>
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

/** Text with its hidden characters named; for values too. */
export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) =>
    piece.kind === 'plain' ? (
      // Pieces never move: their place is their identity.
      <span key={index}>{piece.text}</span>
    ) : (
      <span key={index} className={classes.hidden} title={piece.name}>
        {piece.shown}
      </span>
    ),
  );
}
