import { IconUpload } from '@tabler/icons-react';
import type { Upload } from '#shared/domain/upload.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** From the first batch until the user is done with the upload. */
export function SendUpload({ upload }: { readonly upload: Upload }) {
  return <EmptyState icon={IconUpload} title="Upload" description={upload.file.name} />;
}
