import { useState } from 'react';
import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { useUpload } from '../../api/uploads.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { notifyProblem } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { PrepareUpload } from './prepare/PrepareUpload.tsx';
import { asDropped, useUploadFiles } from './prepare/useUploadFiles.ts';
import { SendUpload } from './send/SendUpload.tsx';
import { WaitingFiles } from './WaitingFiles.tsx';

/** Uploads the rows of files: mapping, checking, sending, and the outcome of each row. Files can be dropped at any time. */
export function UploadScreen() {
  const { id } = useActiveConnection();
  const query = useUpload(id);
  const upload = query.data;
  const files = useUploadFiles(id, upload);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isIdle = upload === null && files.copying?.kind !== 'going';
  const add: typeof files.add = (added) => {
    setRefusal(null);
    files.add(added);
  };
  const refuse = (reason: string): void => {
    if (isIdle) setRefusal(reason);
    else notifyProblem('Not added', reason);
  };
  return (
    <FileDrop
      h="100%"
      mih={0}
      maxBytes={largestUploadFile}
      onFiles={(dropped) => add(dropped.map(asDropped))}
      onRefuse={refuse}
    >
      <Screen data-keeps-focus foot={<WaitingFiles connectionId={id} />}>
        <QueryView query={query} loading="Loading upload">
          {(shown) =>
            // The settings are set when the first batch was sent, or may have been.
            shown !== null && shown.settings !== null ? (
              <SendUpload upload={shown} />
            ) : (
              <PrepareUpload upload={shown} files={{ ...files, add }} refusal={refusal} onRefuse={refuse} />
            )
          }
        </QueryView>
      </Screen>
    </FileDrop>
  );
}
