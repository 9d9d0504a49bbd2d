import { useUpload } from '../../api/uploads.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { PrepareUpload } from './prepare/PrepareUpload.tsx';
import { SendUpload } from './send/SendUpload.tsx';

/** Uploads the rows of a file: mapping, checking, sending, and the outcome of each row. */
export function UploadScreen() {
  const { id } = useActiveConnection();
  return (
    <div style={{ height: '100%' }} data-keeps-focus>
      <QueryView query={useUpload(id)} loading="Loading upload">
        {(upload) =>
          // The settings are set when the first batch was sent, or may have been.
          upload !== null && upload.settings !== null ? (
            <SendUpload upload={upload} />
          ) : (
            <PrepareUpload connectionId={id} upload={upload} />
          )
        }
      </QueryView>
    </div>
  );
}
