import { useEffect } from 'react';
import { useLatest } from '../../../ui/useLatest.ts';

const fields = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Takes rows that are pasted while no field has the focus, as copied from a spreadsheet, or a file that was copied. */
export function usePastedRows(onFile: (file: File) => void, onRefuse: (reason: string) => void): void {
  const take = useLatest((event: ClipboardEvent) => {
    const { clipboardData: pasted, target } = event;
    if (pasted === null || (target instanceof Element && target.closest(fields) !== null)) return;
    event.preventDefault();
    const text = pasted.getData('text/plain');
    const [file, ...others] = pasted.files;
    if (text.trim() !== '') onFile(fileOfRows(text));
    else if (file !== undefined && others.length === 0) onFile(file);
    else onRefuse('The clipboard has no rows. Copy cells in a spreadsheet, then paste again.');
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [take]);
}

export function fileOfRows(text: string): File {
  return new File([text], 'Pasted rows');
}
