import type { Dialect } from '#shared/domain/serviceFacts.ts';
import { cannotDeleteWords } from '#shared/text/dialectWords.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { targetWords, type ActionTarget } from './actionTarget.ts';

interface DeleteNoticeProps {
  readonly target: ActionTarget;
  readonly dialect: Dialect | undefined;
  readonly onForget: () => Promise<void>;
  /** null: it cannot be stored. */
  readonly onEdit: (() => void) | null;
  readonly onClose: () => void;
}

/** Says that atoms cannot be deleted, and what can be done instead. */
export function DeleteNotice({ target, dialect, onForget, onEdit, onClose }: DeleteNoticeProps) {
  const what = targetWords(target);
  return (
    <ConfirmDialog
      title="Atoms cannot be deleted"
      action={`Forget ${what}`}
      onConfirm={onForget}
      onClose={onClose}
      size={560}
      {...(onEdit !== null && { otherAction: { label: 'Edit value…', run: onEdit } })}
    >
      <p>{cannotDeleteWords(dialect)}</p>
      <ul>
        <li>
          <strong>Edit the value</strong>, for example to say that the atom is no longer valid. That is a new
          version; what the service keeps of earlier ones is not known.
        </li>
        <li>
          <strong>Forget {target.kind === 'atom' ? 'the key' : 'the keys'}</strong> on this computer, with
          bookmarks, notes, tags, and saved versions. The memory does not change, and you can’t undo this. A
          key becomes known again when a recall or a lookup finds it.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
