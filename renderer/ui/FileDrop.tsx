import { Box, type BoxProps } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import { acceptDropped, droppedItems } from './droppedFile.ts';
import classes from './kit.module.css';

interface FileDropProps extends BoxProps {
  readonly maxBytes: number;
  readonly onFile: (file: File) => void;
  /** The drop cannot be used: several files, a folder, an empty or too large file. */
  readonly onRefuse: (reason: string) => void;
  readonly children: ReactNode;
}

/** A part of the window on which one file can be dropped. Marked while a file is dragged over it. */
export function FileDrop({ maxBytes, onFile, onRefuse, children, ...box }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
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
        const dropped = acceptDropped(droppedItems(event.dataTransfer), maxBytes);
        if (dropped.ok) onFile(dropped.file);
        else onRefuse(dropped.reason);
      }}
    >
      {children}
    </Box>
  );
}
