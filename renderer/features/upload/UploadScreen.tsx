import type { ReactNode } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
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
    if (upload === undefined) return <LoadingState label="Loading the upload" />;
    if (upload !== null && isSent(upload)) return <SendUpload upload={upload} />;
    return <PrepareUpload connectionId={connection.id} upload={upload} />;
  };
  return (
    <div style={{ height: '100%' }} data-keeps-focus>
      {content()}
    </div>
  );
}

/** Whether the first batch was sent, or may have been. */
function isSent({ settings }: Upload): boolean {
  return settings !== null;
}
