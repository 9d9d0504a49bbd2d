import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { countOf } from '#shared/text/phrases.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Pieces } from '../../ui/KeyText.tsx';
import { kindOf, nameOf, type JsonOutline } from './jsonOutline.ts';
import classes from './ValueViews.module.css';

/** More of a value or name than any row shows. */
const longestPreview = 300;
/** Deeper nesting is indented no further, so that something of it stays visible. */
const deepestIndent = 24;

interface JsonTreeRowProps {
  readonly id: string;
  readonly outline: JsonOutline;
  readonly node: number;
  /** In pixels from the top of the list. */
  readonly top: number;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
}

export function JsonTreeRow(props: JsonTreeRowProps) {
  const { id, outline, node, top, isOpen, isActive, onSelect, onToggle } = props;
  const kind = kindOf(outline, node);
  const size = outline.sizes[node] ?? 0;
  const level = outline.levels[node] ?? 0;
  const parent = outline.parents[node] ?? -1;
  const isContainer = kind === 'object' || kind === 'array';
  const hasParts = size > 0;
  return (
    // The tree has the focus and takes the keys; a row names itself by `aria-activedescendant`.
    <div
      id={id}
      className={classes.row}
      role="treeitem"
      aria-level={level + 1}
      aria-posinset={(outline.places[node] ?? 0) + 1}
      aria-setsize={parent < 0 ? 1 : (outline.sizes[parent] ?? 1)}
      aria-expanded={hasParts ? isOpen : undefined}
      aria-selected={isActive}
      data-active={isActive || undefined}
      style={{
        transform: `translateY(${String(top)}px)`,
        paddingLeft: `${String(4 + Math.min(level, deepestIndent) * 15)}px`,
      }}
      onClick={onSelect}
      onDoubleClick={hasParts ? onToggle : undefined}
    >
      <span
        className={classes.twist}
        data-open={isOpen || undefined}
        data-hidden={!hasParts || undefined}
        aria-hidden
        onClick={(event) => {
          if (!hasParts) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        <IconChevronRight size={13} />
      </span>
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
    </div>
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
