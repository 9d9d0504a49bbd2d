import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useSliced } from '../../ui/useSliced.ts';
import { utf8Steps, type Utf8Text } from '../../ui/utf8.ts';
import { hexRow, hexRowCount, mostHexBytes } from './hexRows.ts';
import classes from './ValueViews.module.css';

const rowHeight = 20;
/** The widths, in pixels, that fit sixteen bytes per row in small and in normal type. */
const roomForSixteen = 520;
const roomForLarge = 640;

/** The bytes of a value as UTF-8: offset, bytes, characters. Only visible rows are rendered. */
export function HexView({ value }: { readonly value: string }) {
  const encoded = useSliced(value, utf8Steps);
  return encoded === null ? <LoadingState label="Loading bytes" /> : <HexRows {...encoded} />;
}

function HexRows({ bytes: all, hasLoneSurrogate }: Utf8Text) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: frame, width } = useElementSize();
  const bytesInRow = width > 0 && width < roomForSixteen ? 8 : 16;
  const bytes = all.length > mostHexBytes ? all.subarray(0, mostHexBytes) : all;
  const virtualizer = useVirtualizer({
    count: hexRowCount(bytes, bytesInRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <>
      {hasLoneSurrogate && (
        <Dimmed>
          The value contains an unpaired surrogate, which UTF-8 cannot encode. It is shown as the replacement
          character, ef bf bd.
        </Dimmed>
      )}
      {bytes !== all && (
        <Dimmed>
          The first {sizeWords(bytes.length)} of {sizeWords(all.length)}. Copy copies the entire value.
        </Dimmed>
      )}
      <div ref={frame} className={classes.frame}>
        <div
          ref={scroller}
          className={classes.hex}
          data-dense={(width > 0 && width < roomForLarge) || undefined}
          role="region"
          aria-label={`Bytes of the value, ${countWords(all.length)}`}
          tabIndex={0}
        >
          {all.length === 0 && <Dimmed>empty</Dimmed>}
          <div style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const { offset, digits, characters } = hexRow(bytes, index, bytesInRow);
              return (
                <div key={index} className={classes.hexRow} style={{ transform: `translateY(${start}px)` }}>
                  <span>{offset}</span>
                  <span>{digits}</span>
                  <span>{characters}</span>
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
