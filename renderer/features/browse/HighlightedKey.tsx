import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../ui/KeyText.tsx';
import type { TextRange } from './keyFilter.ts';
import classes from './KeyTree.module.css';

interface HighlightedKeyProps {
  readonly text: string;
  /** In order, not overlapping. */
  readonly ranges: readonly TextRange[];
}

/** A key, or a part of one, with what a filter found in it. */
export function HighlightedKey({ text, ranges }: HighlightedKeyProps) {
  if (ranges.length === 0) return <KeyText atomKey={text} />;
  return (
    <span className={classes.match} dir="ltr" title={visibleLine(text)}>
      {ranges.map(({ start, end }, at) => (
        <span key={start}>
          <Part text={text.slice(ranges[at - 1]?.end ?? 0, start)} />
          <mark>
            <Part text={text.slice(start, end)} />
          </mark>
        </span>
      ))}
      <Part text={text.slice(ranges.at(-1)?.end ?? 0)} />
    </span>
  );
}

function Part({ text }: { readonly text: string }) {
  return <Pieces pieces={visiblePieces(text)} />;
}
