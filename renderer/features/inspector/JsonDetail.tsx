import { Group } from '@mantine/core';
import { cutText } from '#shared/text/cutText.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pieces } from '../../ui/KeyText.tsx';
import { kindOf, pathOf, readString, type JsonOutline } from './jsonOutline.ts';
import classes from './ValueViews.module.css';
import { useSliced } from '../../ui/useSliced.ts';
import { utf8SizeSteps } from '../../ui/utf8.ts';

/** The tree row shows shorter strings completely. */
const longestInRow = 60;
/** The text view shows the rest. */
const longestShown = 4_000;
const longestPath = 300;

/** Details of one JSON node: its path, its size, and its string if the row cannot show all of it. */
export function JsonDetail({ outline, node }: { readonly outline: JsonOutline; readonly node: number }) {
  const written = outline.text.slice(outline.starts[node], outline.ends[node]);
  const isString = kindOf(outline, node) === 'string';
  const value = isString ? readString(written) : written;
  const bytes = useSliced(value, utf8SizeSteps);
  const path = pathOf(outline, node);
  const shown = cutText(value, longestShown);
  const isShown = isString && (value.length > longestInRow || value !== written.slice(1, -1));
  return (
    <div className={classes.detail}>
      <Group gap="2xs" wrap="nowrap">
        <span className={classes.path} title={visibleLine(path.slice(0, longestPath))}>
          {visibleLine(path.slice(0, longestPath))}
        </span>
        <CopyButton text={path} label="path" size="xs" />
        <span className={classes.size}>{bytes !== null && sizeWords(bytes)}</span>
        <CopyButton text={value} label={isString ? 'this text' : 'this part'} size="xs" />
      </Group>
      {isShown && (
        <pre className={classes.text} role="region" aria-label="String value" tabIndex={0}>
          <Pieces pieces={visiblePieces(shown, { keepLines: true })} />
          {shown.length < value.length && '…'}
        </pre>
      )}
    </div>
  );
}
