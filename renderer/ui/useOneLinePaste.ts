import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { visibleLine } from '#shared/text/visibleText.ts';

const maxShown = 80;

/** Why a text cannot be pasted into a single-line field; null if it can. */
export function pasteProblem(text: string): string | null {
  if (!/[\r\n]/.test(text)) return null;
  const shown = text.length > maxShown ? `${visibleLine(text.slice(0, maxShown))}…` : visibleLine(text);
  return `Not pasted: “${shown}” contains a line break, which this field does not allow. Copy the text without it.`;
}

/**
 * Blocks pasting or dropping text with several lines into a key field: the browser would replace line breaks by spaces,
 * which makes a different key. `problem` explains it until the user types or pastes something else.
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
