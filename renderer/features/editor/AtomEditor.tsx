import { useActiveConnection } from '../../state/appStore.ts';
import { useEditorStore } from '../../state/editorStore.ts';
import { loadOnUse } from '../../ui/loadOnUse.tsx';

const EditorDialog = loadOnUse(async () => (await import('./EditorDialog.tsx')).EditorDialog, null);

/** The form for a new atom or a new version, while there is a draft for the active connection. */
export function AtomEditor() {
  const connection = useActiveConnection();
  const draft = useEditorStore((state) => state.draft);
  const shown = draft?.connectionId === connection.id ? draft : null;
  if (shown === null) return null;
  return <EditorDialog key={shown.id} connection={connection} draft={shown} />;
}
