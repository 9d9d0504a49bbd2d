import type { Upload } from '#shared/domain/upload.ts';
import { CheckRows } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { CopyProgress, SourceProgress, StagingProgress } from './FileProgress.tsx';
import { MapColumns } from './MapColumns.tsx';
import { RefusedSource } from './RefusedSource.tsx';
import type { UploadFiles } from './useUploadFiles.ts';

interface PrepareUploadProps {
  /** null until a file was chosen. */
  readonly upload: Upload | null;
  readonly files: UploadFiles;
  /** Why the last drop was refused; null if it was not. */
  readonly refusal: string | null;
  readonly onRefuse: (reason: string) => void;
}

/** From the choice of a file until its rows are sent. */
export function PrepareUpload({ upload, files, refusal, onRefuse }: PrepareUploadProps) {
  const { copying, add } = files;
  if (copying?.kind === 'going')
    return (
      <CopyProgress name={copying.name} total={copying.bytes} done={copying.done} onCancel={copying.cancel} />
    );
  if (upload === null)
    return <ChooseFile refusal={refusal} failure={copying?.error ?? null} onAdd={add} onRefuse={onRefuse} />;
  return <Phase key={upload.id} upload={upload} />;
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
    case 'replacing':
    case 'sending':
    case 'ended':
    case 'verifying':
      return <CheckRows upload={upload} />;
  }
}
