import { create } from 'zustand';
import type { OpenedEvidence } from '#shared/domain/openedEvidence.ts';
import * as evidence from '../api/evidence.ts';
import { showScreen } from './appStore.ts';
import { leaveSafely } from '../ui/closeGuard.ts';

interface OpenedEvidenceState {
  readonly opened: OpenedEvidence | null;
  readonly isOpening: boolean;
  /** Why the last file was not opened; null if it was. */
  readonly error: unknown;
}

const nothing: OpenedEvidenceState = { opened: null, isOpening: false, error: null };

/** The bundle on the Evidence screen. Its large parts stay in the main process. */
export const useOpenedEvidence = create<OpenedEvidenceState>()(() => nothing);

/** Shows what `opening` resolves to. A file that is refused does not replace the one that is open; nor does null. */
async function show(opening: Promise<OpenedEvidence | null>): Promise<void> {
  useOpenedEvidence.setState({ isOpening: true, error: null });
  try {
    const opened = await opening;
    useOpenedEvidence.setState({ isOpening: false, ...(opened !== null && { opened }) });
  } catch (error) {
    useOpenedEvidence.setState({ isOpening: false, error });
  }
}

/** Lets the user choose a bundle. */
export function chooseEvidence(): Promise<void> {
  return show(evidence.openEvidence());
}

export function openDroppedEvidence(file: File): Promise<void> {
  return show(
    file
      .arrayBuffer()
      .then((buffer) => evidence.openEvidenceBytes({ fileName: file.name, bytes: new Uint8Array(buffer) })),
  );
}

/** Opens the bundle that the system passed to the app, if there is one, and shows the Evidence screen. */
export async function openGivenEvidence(): Promise<void> {
  const given = evidence.openGivenEvidence();
  const isGiven = await given.then(
    (opened) => opened !== null,
    () => true,
  );
  if (!isGiven) return;
  leaveSafely(() => {
    showScreen('evidence');
    void show(given);
  });
}

export function closeEvidence(): void {
  const { opened } = useOpenedEvidence.getState();
  if (opened !== null) evidence.closeEvidence({ id: opened.id }).catch(() => undefined);
  useOpenedEvidence.setState(nothing);
}
