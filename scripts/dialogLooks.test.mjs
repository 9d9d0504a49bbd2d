import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/repository.mjs';

// axe looks at every screen of the rail in `e2e/everywhere.spec.ts`. A dialog is only there once somebody opens it: this list says
// which look of a window test shows each. Questions that are only text (`ConfirmDialog`) are alike and need none of their own.

/** @type {Readonly<Record<string, readonly string[]>>} */
const looks = {
  'atomActions/AtomDialogs.tsx': ['asking what to export', 'the tags of atoms'],
  'audit/AuditActions.tsx': ['renaming an audit'],
  'audit/AuditEvidenceDialog.tsx': ['saving the evidence of an audit'],
  'audit/CompareAuditDialog.tsx': ['comparing an audit'],
  'audit/CompareConnectionsDialog.tsx': ['choosing what to compare with'],
  'audit/NewAuditDialog.tsx': ['a new audit'],
  'audit/ScheduleDialog.tsx': ['scheduling an audit'],
  'browse/SavedFilters.tsx': ['saving a filter', 'saved filters'],
  'bulkEdit/BulkEditModal.tsx': ['find and replace, preview'],
  'bulkEdit/RestoreDialog.tsx': ['previous value, preview'],
  'connections/ConnectionForm.tsx': ['connection form with errors'],
  'connections/ImportConnections.tsx': ['importing connections'],
  'editor/EditorDialog.tsx': ['editor with findings'],
  'evidence/AddPemDialog.tsx': ['adding a trusted key'],
  'evidence/EvidenceDialog.tsx': ['evidence'],
  'evidence/GuideDialog.tsx': ['the guide for others'],
  'ledger/ConsistencyDialog.tsx': ['comparing heads'],
  'ledger/SettleDialog.tsx': ['accepting a root'],
  'palette/CommandDialogs.tsx': ['shortcuts', 'a taken shortcut'],
  'pins/ExportPinDialog.tsx': ['export pin'],
  'pins/PinRootDialog.tsx': ['pin root'],
  'pins/PinnedRoots.tsx': ['editing a pin'],
  'pins/PinsDialog.tsx': ['pinned roots'],
  'proof/paste/PastedResult.tsx': ['rules for a pasted proof'],
  'proof/scheme/SchemeNotice.tsx': ['the rules of a connection'],
  'proof/scheme/SchemePanel.tsx': ['choosing hashing rules'],
  'recall/ExpectationEditor.tsx': ['the editor of an expectation'],
  'recall/RunDetails.tsx': ['renaming a run'],
  'serviceFacts/ServiceFactsDialog.tsx': ['Service facts'],
  'snapshots/SnapshotDialog.tsx': ['the checks of a snapshot'],
  'upload/prepare/ColumnDialog.tsx': ['Upload, a column is changed'],
  'upload/prepare/MappingsDialog.tsx': ['Upload, saved mappings'],
  'upload/prepare/NotInFile.tsx': ['atoms that are not in the file'],
  'upload/prepare/PasteRowsDialog.tsx': ['pasting rows'],
  'upload/prepare/ReplaceRows.tsx': ['Upload, find and replace'],
  'upload/send/UploadResult.tsx': ['what is left, about to be sent'],
};

const features = join(root, 'renderer/features');
const dialogs = new Map(
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(features, file), 'utf8')])
    .map(([file, text]) => /** @type {const} */ ([file, text?.match(/<(?:Form)?Dialog\b/g)?.length ?? 0]))
    .filter(([, count]) => count > 0),
);

test('axe looks at every dialog', () => {
  const counts = Object.entries(looks).map(([file, names]) => /** @type {const} */ ([file, names.length]));
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(dialogs));
});

test('each look is one of a window test', () => {
  const folder = join(root, 'e2e');
  const specs = readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const missing = Object.values(looks)
    .flat()
    .filter((name) => !specs.includes(`'${name}'`));
  expect(missing).toEqual([]);
});
