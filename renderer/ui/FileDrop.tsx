import { Box, type BoxProps } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import { acceptAllDropped, acceptDropped, droppedItems } from './droppedFile.ts';
import classes from './kit.module.css';

type FileDropProps = BoxProps & {
  readonly maxBytes: number;
  /** The drop, or a part of it, cannot be used: a folder, an empty or too large file; or several files where one is expected. */
  readonly onRefuse: (reason: string) => void;
  readonly children: ReactNode;
} & (
    | { readonly onFile: (file: File) => void }
    /** At least one. */
    | { readonly onFiles: (files: readonly File[]) => void }
  );

/** A part of the window on which one file, or several, can be dropped. Marked while files are dragged over it. */
export function FileDrop({ maxBytes, onRefuse, children, ...rest }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  const take = (items: ReturnType<typeof droppedItems>): void => {
    if ('onFiles' in rest) {
      const { files, reasons } = acceptAllDropped(items, maxBytes);
      if (reasons.length > 0) onRefuse(reasons.join(' '));
      if (files.length > 0) rest.onFiles(files);
      return;
    }
    const dropped = acceptDropped(items, maxBytes);
    if (dropped.ok) rest.onFile(dropped.file);
    else onRefuse(dropped.reason);
  };
  const box: BoxProps & { onFile?: unknown; onFiles?: unknown } = { ...rest };
  delete box.onFile;
  delete box.onFiles;
  return (
    <Box
      {...box}
      className={classes.dropArea}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event: DragEvent) => {
        // Moving to a child fires this event too.
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        setOver(false);
      }}
      onDrop={(event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(droppedItems(event.dataTransfer));
      }}
    >
      {children}
    </Box>
  );
}
