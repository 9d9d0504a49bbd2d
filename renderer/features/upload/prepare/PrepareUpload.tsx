import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { ipc } from '../../../api/ipc.ts';
import { uploadKey } from '../../../api/uploads.ts';
import { setHandOver, useHandOver } from '../../../state/handOverStore.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notifyProblem } from '../../../ui/notify.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { FileProgress, StagingProgress } from './FileProgress.tsx';
import { handOver } from './handOver.ts';
import { MapColumns } from './MapColumns.tsx';
import { RefusedSource } from './RefusedSource.tsx';
import { useDiscardUpload } from './useDiscardUpload.ts';

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

  return (
    <FileDrop
      h="100%"
      mih={0}
      maxBytes={largestUploadFile}
      onFile={(file) =>
        onDrop(() => {
          setRefusal(null);
          startHandOver(file);
        })
      }
      onRefuse={(reason) => onDrop(() => setRefusal(reason))}
    >
      {upload === null || isGoing ? (
        isGoing ? (
          <CopyProgress
            name={copying.name}
            total={copying.bytes}
            done={copying.done}
            onCancel={copying.cancel}
          />
        ) : (
          <ChooseFile
            connectionId={connectionId}
            refusal={refusal}
            failure={copying?.kind === 'failed' ? copying.error : null}
            onChoose={() => {
              setRefusal(null);
              setHandOver(connectionId, null);
            }}
          />
        )
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
      return <ReadByMain upload={upload} done={phase.bytesDone} />;
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
    default:
      return assertNever(phase);
  }
}

/** Copies a dropped file to the app and reports the progress. */
function useStartHandOver(connectionId: ConnectionId): (file: File) => void {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: uploadKey(connectionId) });
  return (file) => {
    const controller = new AbortController();
    const report = (done: number): void =>
      setHandOver(connectionId, {
        kind: 'going',
        name: file.name,
        bytes: file.size,
        done,
        cancel: () => controller.abort(),
      });
    const run = async (): Promise<void> => {
      try {
        await handOver({ connectionId, file, api: ipc, signal: controller.signal, progress: report });
        // Show the upload only when its state is known.
        await refresh();
        setHandOver(connectionId, null);
      } catch (caught) {
        await refresh();
        setHandOver(connectionId, { kind: 'failed', error: caught });
      }
    };
    report(0);
    void run();
  };
}

/** A chosen file, which the main process copies by itself. */
function ReadByMain({ upload, done }: { readonly upload: Upload; readonly done: number }) {
  const discard = useDiscardUpload(upload);
  return (
    <CopyProgress
      name={upload.file.name}
      total={upload.file.bytes}
      done={done}
      onCancel={() => discard.mutate({ uploadId: upload.id })}
      error={discard.error}
    />
  );
}

function CopyProgress(props: Omit<ComponentProps<typeof FileProgress>, 'title' | 'label' | 'children'>) {
  return (
    <FileProgress {...props} title="Copying the file" label="Bytes copied">
      . The app keeps an encrypted copy on this computer until the upload is done.
    </FileProgress>
  );
}
