import { beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useEditorPreferences } from './editorPreferences.ts';
import {
  preconditionOf,
  beginDuplicate,
  beginEdit,
  beginNewAtom,
  continueDraft,
  continueFrom,
  hasUnsavedText,
  useEditorStore,
  type AtomDraft,
} from './editorStore.ts';

const connection = 'c' as ConnectionId;
const reading: AtomReading = {
  key: 'v1.a',
  value: 'old',
  version: 3,
  hash: null,
  score: null,
  proof: null,
  verdict: { status: 'green', checks: [], binds: [], open: [] },
  raw: '',
  memory: null,
  exchange: {
    requestId: 'r',
    method: 'GET',
    path: '/',
    status: 200,
    startedAt: 0,
    elapsedMs: 1,
    bodyBytes: 2,
    retries: 0,
  },
};

function draft(): AtomDraft {
  const { draft: open } = useEditorStore.getState();
  if (open === null) throw new Error('No draft is open.');
  return open;
}

beforeEach(() => useEditorStore.getState().close());

describe('the editor', () => {
  it('expects that a new atom does not exist', () => {
    beginNewAtom(connection, 'v1.');
    expect(preconditionOf(draft())).toEqual({ kind: 'absent' });
    expect(hasUnsavedText(draft())).toBe(false);
    useEditorStore.getState().type({ value: 'x' });
    expect(hasUnsavedText(draft())).toBe(true);
  });

  it('expects that an edited atom is as it was read', () => {
    beginEdit(connection, reading);
    useEditorStore.getState().type({ value: 'new' });
    expect(preconditionOf(draft())).toEqual({ kind: 'as-read', version: 3, value: 'old' });
  });

  it('starts a duplicate with the value, as a new atom without unsaved text', () => {
    beginDuplicate(connection, reading);
    expect(draft()).toMatchObject({ key: 'v1.a', value: 'old', base: null });
    expect(hasUnsavedText(draft())).toBe(false);
  });

  it('continues a draft under its id, and treats all of it as unsaved', () => {
    const base = { version: 3, value: 'old', verdict: 'red' } as const;
    continueDraft({ connectionId: connection, id: 'd', key: 'v1.a', value: 'typed', base, changedAt: 1 });
    expect(draft()).toMatchObject({ id: 'd', value: 'typed', base, startVerdict: 'red' });
    expect(hasUnsavedText(draft())).toBe(true);
    continueDraft({ connectionId: connection, id: 'e', key: 'v1.new', value: '', base: null, changedAt: 1 });
    expect(hasUnsavedText(draft())).toBe(true);
  });

  it('continues from the current state of the atom', () => {
    beginEdit(connection, reading);
    const { id } = draft();
    continueFrom(draft(), { ...reading, version: 4, value: 'theirs' }, 'mine');
    expect(draft()).toMatchObject({ id, value: 'mine' });
    expect(preconditionOf(draft())).toEqual({ kind: 'as-read', version: 4, value: 'theirs' });
    continueFrom(draft(), null, 'mine');
    expect(preconditionOf(draft())).toEqual({ kind: 'absent' });
    expect(hasUnsavedText(draft())).toBe(true);
  });
});

describe('the saved settings of the editor', () => {
  it('uses the defaults for invalid data', () => {
    const usual = { layout: 'split', validates: true, asJson: true };
    expect(useEditorPreferences.read(null)).toEqual(usual);
    expect(useEditorPreferences.read({ layout: 'round', validates: 1, asJson: 'yes' })).toEqual(usual);
    const chosen = { layout: 'plain', validates: false, asJson: false };
    expect(useEditorPreferences.read(chosen)).toEqual(chosen);
  });
});
