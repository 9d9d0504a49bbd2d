import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { countWords } from '#shared/text/sizes.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Pieces } from '../../ui/KeyText.tsx';
import { jsonTokens, type JsonToken } from './jsonText.ts';
import classes from './TextView.module.css';
import { cutText } from './valueSize.ts';

/** What a window can lay out at once without a pause; a value may have megabytes. */
const firstLength = 20_000;
const stepLength = 100_000;

interface TextViewProps {
  readonly text: string;
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Colours the parts of JSON. The text is shown as it is either way. */
  readonly asJson?: boolean;
}

/** Text from a service: wrapped, hidden characters named, cut where it is long. Never HTML, never links. */
export function TextView({ text, label, asJson = false }: TextViewProps) {
  const [length, setLength] = useState(firstLength);
  const shown = cutText(text, length);
  const content = useMemo(
    () =>
      asJson ? <JsonPieces text={shown} /> : <Pieces pieces={visiblePieces(shown, { keepLines: true })} />,
    [asJson, shown],
  );
  return (
    <>
      <pre className={classes.text} role="region" aria-label={label} tabIndex={0}>
        {text === '' ? <span className={classes.empty}>empty</span> : content}
      </pre>
      {shown.length < text.length && (
        <div className={classes.more}>
          <span>
            The first {countWords(shown.length)} of {countWords(text.length)} characters. Copying takes all of
            them.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setLength(shown.length + stepLength)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function JsonPieces({ text }: { readonly text: string }) {
  return [...jsonTokens(text)].map((token, index) => (
    // Tokens of one text never move: their place is their identity.
    <span key={index} className={classes[token.kind]} data-solid={isSolid(token) || undefined}>
      <Pieces pieces={visiblePieces(token.text, { keepLines: true })} />
    </span>
  ));
}

/** A hash or the like, with no word in it to break after: it fills its line instead of leaving it for the next. */
function isSolid({ kind, text }: JsonToken): boolean {
  return kind === 'string' && text.length > 24 && !/\s/.test(text);
}
