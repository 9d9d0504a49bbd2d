import { afterEach, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { closeDialog, openDialog, useDialogs } from './dialogs.ts';

const connectionId = 'one' as ConnectionId;
const other = 'two' as ConnectionId;
const kinds = (): readonly string[] => useDialogs.getState().open.map(({ kind }) => kind);

afterEach(() => useDialogs.setState({ open: [] }));

it('shows the latest on top, and what was below it again when it is closed', () => {
  openDialog({ kind: 'pins', connectionId });
  openDialog({ kind: 'connection-form', form: { kind: 'add' } });
  expect(kinds()).toEqual(['pins', 'connection-form']);
  closeDialog('connection-form');
  expect(kinds()).toEqual(['pins']);
});

it('shows each kind once, with what was asked for last', () => {
  openDialog({ kind: 'service-facts', connectionId });
  openDialog({ kind: 'pins', connectionId });
  openDialog({ kind: 'service-facts', connectionId: other });
  expect(useDialogs.getState().open).toEqual([
    { kind: 'pins', connectionId },
    { kind: 'service-facts', connectionId: other },
  ]);
});
