import { IconUpload } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface PrepareUploadProps {
  readonly connectionId: ConnectionId;
  /** null until a file was chosen. */
  readonly upload: Upload | null;
}

/** From the choice of a file until its rows are sent. */
export function PrepareUpload({ upload }: PrepareUploadProps) {
  return <EmptyState icon={IconUpload} title="Upload" description={upload?.file.name ?? 'Not built yet.'} />;
}
