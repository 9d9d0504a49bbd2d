import type { ReactNode } from 'react';
import { useUpload } from '../../api/uploads.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PrepareUpload } from './prepare/PrepareUpload.tsx';
import { SendUpload } from './send/SendUpload.tsx';

/** Uploads the rows of a file: mapping, checking, sending, and the outcome of each row. */
export function UploadScreen() {
  const connection = useActiveConnection();
  const { data: upload, error, refetch } = useUpload(connection.id);
  const content = (): ReactNode => {
    if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (upload === undefined) return <LoadingState label="Loading upload" />;
    // The settings are set when the first batch was sent, or may have been.
    if (upload !== null && upload.settings !== null) return <SendUpload upload={upload} />;
    return <PrepareUpload connectionId={connection.id} upload={upload} />;
  };
  return (
    <div style={{ height: '100%' }} data-keeps-focus>
      {content()}
    </div>
  );
}
