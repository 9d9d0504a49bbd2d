import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { visibleLine } from '#shared/text/visibleText.ts';

const longestShown = 80;

/** Why a text is not pasted into a field of one line; null where it may be. */
export function pasteProblem(text: string): string | null {
  if (!/[\r\n]/.test(text)) return null;
  const shown =
    text.length > longestShown ? `${visibleLine(text.slice(0, longestShown))}…` : visibleLine(text);
  return `Not pasted: “${shown}” has a line break, which this field cannot hold. Copy it without the line break.`;
}

/**
 * Refuses to paste or drop text of several lines into a key field: the browser would put spaces in place of the line
 * breaks, which makes another key of it. `problem` says so until something else is typed or pasted.
 */
export function useOneLinePaste() {
  const [problem, setProblem] = useState<string | null>(null);
  const check = (event: ClipboardEvent | DragEvent, data: DataTransfer): void => {
    const found = pasteProblem(data.getData('text/plain'));
    setProblem(found);
    if (found !== null) event.preventDefault();
  };
  return {
    problem,
    clear: () => setProblem(null),
    handlers: {
      onPaste: (event: ClipboardEvent) => check(event, event.clipboardData),
      onDrop: (event: DragEvent) => check(event, event.dataTransfer),
    },
  };
}
