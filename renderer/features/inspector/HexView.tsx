import { useVirtualizer } from '@tanstack/react-virtual';
import { useElementSize } from '@mantine/hooks';
import { useRef } from 'react';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { hexRow, hexRowCount, mostHexBytes } from './hexRows.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import inspector from './Inspector.module.css';
import classes from './ValueViews.module.css';
import { useSliced } from '../../ui/useSliced.ts';
import { utf8Steps, type Utf8Text } from '../../ui/utf8.ts';

const rowHeight = 20;
/** The frame widths, in pixels, that fit sixteen bytes per row in small and in normal type. */
const roomForSixteen = 520;
const roomForLarge = 640;

/** The bytes of a value as UTF-8: offset, bytes, characters. Only visible rows are rendered. */
export function HexView({ value }: { readonly value: string }) {
  const encoded = useSliced(value, utf8Steps);
  return encoded === null ? <LoadingState label="Loading bytes" /> : <HexRows {...encoded} />;
}

function HexRows({ bytes: all, hasLoneSurrogate }: Utf8Text) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { ref: frameRef, width } = useElementSize();
  const bytesInRow = width > 0 && width < roomForSixteen ? 8 : 16;
  const isDense = width > 0 && width < roomForLarge;
  const bytes = all.length > mostHexBytes ? all.subarray(0, mostHexBytes) : all;
  const virtualizer = useVirtualizer({
    count: hexRowCount(bytes, bytesInRow),
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <>
      {hasLoneSurrogate && (
        <p className={inspector.note}>
          The value contains an unpaired surrogate, which UTF-8 cannot encode. It is shown as the replacement
          character, ef bf bd.
        </p>
      )}
      {bytes !== all && (
        <p className={inspector.note}>
          The first {sizeWords(bytes.length)} of {sizeWords(all.length)}. Copy copies the entire value.
        </p>
      )}
      <div
        ref={frameRef}
        className={classes.hexFrame}
        data-bytes={bytesInRow}
        data-dense={isDense || undefined}
      >
        <div
          ref={scrollRef}
          className={classes.hexScroll}
          role="region"
          aria-label={`Bytes of the value, ${countWords(all.length)}`}
          tabIndex={0}
        >
          {all.length === 0 && <p className={inspector.note}>empty</p>}
          <div className={classes.hexRows} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const { offset, groups, characters } = hexRow(bytes, index, bytesInRow);
              return (
                <div
                  key={index}
                  className={classes.hexRow}
                  style={{ transform: `translateY(${String(start)}px)` }}
                >
                  <span className={classes.offset}>{offset}</span>
                  <span className={classes.bytes}>
                    <span>{groups[0]}</span>
                    <span>{groups[1]}</span>
                  </span>
                  <span className={classes.characters}>{characters}</span>
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
