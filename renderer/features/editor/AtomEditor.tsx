import { useActiveConnection } from '../../state/appStore.ts';
import { useEditorStore } from '../../state/editorStore.ts';
import { loadOnUse } from '../../ui/loadOnUse.tsx';

const EditorDialog = loadOnUse(async () => (await import('./EditorDialog.tsx')).EditorDialog, null);

/** The editor for a new atom or version, if the active connection has an open draft. */
export function AtomEditor() {
  const connection = useActiveConnection();
  const draft = useEditorStore((state) => state.draft);
  const shown = draft?.connectionId === connection.id ? draft : null;
  if (shown === null) return null;
  return <EditorDialog key={shown.id} connection={connection} draft={shown} />;
}
