import { IconAlertTriangle } from '@tabler/icons-react';
import { countOf } from '#shared/text/phrases.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Pieces } from '../../ui/KeyText.tsx';
import { kindOf, nameOf, type JsonOutline } from './jsonOutline.ts';
import classes from './ValueViews.module.css';

/** Longer values and names are cut off; no row is wide enough for more. */
const longestPreview = 300;

interface JsonTreeRowProps {
  readonly outline: JsonOutline;
  readonly node: number;
}

export function JsonTreeRow({ outline, node }: JsonTreeRowProps) {
  const kind = kindOf(outline, node);
  const size = outline.sizes[node] ?? 0;
  const isContainer = kind === 'object' || kind === 'array';
  return (
    <>
      <Name outline={outline} node={node} />
      {isContainer ? (
        <span className={classes.count}>
          {kind === 'object' ? `{ ${countOf(size, 'name')} }` : `[ ${countOf(size, 'item')} ]`}
        </span>
      ) : (
        <span className={classes.value} data-kind={kind}>
          <Preview text={outline.text} start={outline.starts[node] ?? 0} end={outline.ends[node] ?? 0} />
        </span>
      )}
    </>
  );
}

function Name({ outline, node }: { readonly outline: JsonOutline; readonly node: number }) {
  if (node === 0) return <span className={classes.place}>$</span>;
  const start = outline.nameStarts[node] ?? -1;
  if (start < 0) return <span className={classes.place}>{outline.places[node]}:</span>;
  return (
    <>
      <span className={classes.name}>
        <Pieces
          pieces={visiblePieces((nameOf(outline, node) ?? '').slice(0, longestPreview), {
            markLeading: true,
            markTrailing: true,
          })}
        />
        {nameOf(outline, node) === '' && <span className={classes.place}>(empty name)</span>}
      </span>
      {outline.repeated.has(node) && (
        <span
          className={classes.repeated}
          title="This name occurs more than once in its object. Programs that read it see only one of the values."
        >
          <IconAlertTriangle size={12} aria-hidden /> repeated
        </span>
      )}
      <span className={classes.colon}>:</span>
    </>
  );
}

function Preview({
  text,
  start,
  end,
}: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}) {
  const isCut = end - start > longestPreview;
  return (
    <>
      <Pieces pieces={visiblePieces(text.slice(start, isCut ? start + longestPreview : end))} />
      {isCut && '…'}
    </>
  );
}
