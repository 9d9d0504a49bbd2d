import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeysNotInFile, Upload } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { keysNotInFile } from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { VirtualList } from '../../../ui/lists/VirtualList.tsx';
import classes from './Prepare.module.css';

/** Shows known atoms that the file does not have; nothing if there are none. */
export function NotInFile({ upload }: { readonly upload: Upload }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: queryKey('keysNotInFile', upload.id, upload.revision),
    queryFn: () => keysNotInFile({ uploadId: upload.id }),
    gcTime: 10_000,
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <>
      <SmallButton onClick={() => setIsOpen(true)}>{countWords(data.total)} not in the file…</SmallButton>
      {isOpen && (
        <NotInFileDialog found={data} template={upload.mapping?.key ?? ''} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

interface NotInFileDialogProps {
  readonly found: KeysNotInFile;
  readonly template: string;
  readonly onClose: () => void;
}

function NotInFileDialog({ found: { total, keys }, template, onClose }: NotInFileDialogProps) {
  const [selected, setSelected] = useState(0);
  return (
    <Dialog onClose={onClose} size={560} title={`${countOf(total, 'known atom')} not in the file`}>
      <Stack gap="sm" fz="sm">
        <p>
          {total === 1 ? 'Its key fits' : 'Their keys fit'} the template {visibleLine(template)}, and no row
          has {total === 1 ? 'it' : 'them'}. The upload does not change{' '}
          {total === 1 ? 'this atom' : 'these atoms'}: the API cannot delete atoms. Only keys that this app
          knows are compared.
        </p>
        <VirtualList
          label="Known atoms not in the file"
          rows={keys}
          className={classes.keys}
          rowHeight={28}
          selected={selected}
          onSelect={setSelected}
          renderRow={(key) => <KeyText atomKey={key} />}
        />
        {keys.length < total && <Dimmed>These are the first {countWords(keys.length)}.</Dimmed>}
        <Group justify="flex-end">
          <CopyButton text={keys.join('\n')} label={keys.length < total ? 'these keys' : 'keys'} hasCaption />
        </Group>
      </Stack>
    </Dialog>
  );
}
