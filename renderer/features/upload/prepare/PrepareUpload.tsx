import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { ipc } from '../../../api/ipc.ts';
import { uploadKey } from '../../../api/uploads.ts';
import { setHandOver, useHandOver } from '../../../state/handOverStore.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notifyProblem } from '../../../ui/notify.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { CopyProgress, SourceProgress, StagingProgress } from './FileProgress.tsx';
import { handOver } from './handOver.ts';
import { MapColumns } from './MapColumns.tsx';
import { RefusedSource } from './RefusedSource.tsx';

interface PrepareUploadProps {
  readonly connectionId: ConnectionId;
  /** null until a file was chosen. */
  readonly upload: Upload | null;
}

/** From the choice of a file until its rows are sent. A file can be dropped anywhere on the screen. */
export function PrepareUpload({ connectionId, upload }: PrepareUploadProps) {
  const copying = useHandOver(connectionId);
  const startHandOver = useStartHandOver(connectionId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isGoing = copying?.kind === 'going';

  const onDrop = (handle: () => void): void => {
    if (upload === null && !isGoing) handle();
    else {
      notifyProblem(
        'One upload at a time',
        'Finish or discard the upload on this screen first, then drop the other file again.',
      );
    }
  };
  const take = (file: File): void => {
    setRefusal(null);
    startHandOver(file);
  };
  return (
    <FileDrop
      h="100%"
      mih={0}
      maxBytes={largestUploadFile}
      onFile={(file) => onDrop(() => take(file))}
      onRefuse={(reason) => onDrop(() => setRefusal(reason))}
    >
      {isGoing ? (
        <CopyProgress
          name={copying.name}
          total={copying.bytes}
          done={copying.done}
          onCancel={copying.cancel}
        />
      ) : upload === null ? (
        <ChooseFile
          connectionId={connectionId}
          refusal={refusal}
          failure={copying?.error ?? null}
          onChoose={() => {
            setRefusal(null);
            setHandOver(connectionId, null);
          }}
          onPaste={take}
          onRefuse={setRefusal}
        />
      ) : (
        <Phase key={upload.id} upload={upload} />
      )}
    </FileDrop>
  );
}

function Phase({ upload }: { readonly upload: Upload }) {
  const { phase } = upload;
  switch (phase.kind) {
    case 'source':
      return <SourceProgress upload={upload} done={phase.bytesDone} />;
    case 'mapping':
      return <MapColumns upload={upload} sample={phase.sample} />;
    case 'refused':
      return <RefusedSource upload={upload} refusal={phase.refusal} sample={phase.sample} />;
    case 'staging':
      return <StagingProgress upload={upload} />;
    case 'checking':
    case 'comparing':
    case 'sending':
    case 'ended':
    case 'verifying':
      return <CheckRows upload={upload} />;
  }
}

/** Copies a dropped file to the app and reports the progress. */
function useStartHandOver(connectionId: ConnectionId): (file: File) => void {
  const client = useQueryClient();
  // An upload is shown only when its state is known.
  const end = async (error: unknown): Promise<void> => {
    await client.invalidateQueries({ queryKey: uploadKey(connectionId) });
    setHandOver(connectionId, error === null ? null : { kind: 'failed', error });
  };
  return (file) => {
    const { name, size: bytes } = file;
    const controller = new AbortController();
    const progress = (done: number): void =>
      setHandOver(connectionId, { kind: 'going', name, bytes, done, cancel: () => controller.abort() });
    progress(0);
    void handOver({ connectionId, file, api: ipc, signal: controller.signal, progress }).then(
      () => end(null),
      end,
    );
  };
}
