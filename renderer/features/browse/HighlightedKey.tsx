import { splitKey, visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../ui/KeyText.tsx';
import { rangesWithin, type TextRange } from './keyMatches.ts';
import classes from './HighlightedKey.module.css';

interface HighlightedKeyProps {
  readonly text: string;
  /** In order, not overlapping. */
  readonly ranges: readonly TextRange[];
}

/** A key, or a part of one, with what a filter found in it. Cut before its last segment where it does not fit. */
export function HighlightedKey({ text, ranges }: HighlightedKeyProps) {
  if (ranges.length === 0) return <KeyText atomKey={text} />;
  const { head, tail } = splitKey(text);
  return (
    <span className={classes.key} dir="ltr" title={visibleLine(text)}>
      {head !== '' && (
        <span className={classes.head}>
          <Marked text={head} ranges={rangesWithin(ranges, 0, head.length)} />
        </span>
      )}
      <span className={classes.tail}>
        <span>
          <Marked text={tail} ranges={rangesWithin(ranges, head.length, text.length)} />
        </span>
      </span>
    </span>
  );
}

function Marked({ text, ranges }: HighlightedKeyProps) {
  return (
    <>
      {ranges.map(({ start, end }, at) => (
        <span key={start}>
          <Part text={text.slice(ranges[at - 1]?.end ?? 0, start)} />
          <mark>
            <Part text={text.slice(start, end)} />
          </mark>
        </span>
      ))}
      <Part text={text.slice(ranges.at(-1)?.end ?? 0)} />
    </>
  );
}

function Part({ text }: { readonly text: string }) {
  return <Pieces pieces={visiblePieces(text)} />;
}
