import { evidenceLimits } from '#shared/evidence/limits.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { showScreen } from '../state/appStore.ts';
import { openDroppedEvidence } from '../state/openedEvidenceStore.ts';
import { acceptDropped, droppedItems } from '../ui/droppedFile.ts';

/** Opens evidence that is dropped on any part of the window that takes no files itself. Returns the function that ends it. */
export function openDropsOnWindow(): () => void {
  const onDragOver = (event: DragEvent): void => {
    if (isForWindow(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    if (!isForWindow(event)) return;
    event.preventDefault();
    const dropped = acceptDropped(droppedItems(event.dataTransfer), evidenceLimits.bytes);
    if (!dropped.ok) refuse(dropped.reason);
    else if (!dropped.file.name.toLowerCase().endsWith('.sigstore.json'))
      refuse(`${quoteText(dropped.file.name)} is not evidence. ${otherFiles}`);
    else {
      showScreen('evidence');
      void openDroppedEvidence(dropped.file);
    }
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('drop', onDrop);
  };
}

const otherFiles =
  'Evidence ends in .sigstore.json. Open a snapshot on the Connections screen, and drop a file of atoms on the Upload screen.';

/** Whether files are dragged over a part that takes none. A dialog wants an answer first. */
function isForWindow(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  return (
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes('Files') === true &&
    document.querySelector('[aria-modal="true"]') === null
  );
}

function refuse(reason: string): void {
  // Not before it is needed: this is part of what the first screen loads.
  void import('../ui/notify.ts').then(({ notifyProblem }) => notifyProblem('Could not open this', reason));
}
