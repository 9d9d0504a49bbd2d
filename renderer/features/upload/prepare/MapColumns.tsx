import { Button, Checkbox } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import type { RowMapping, SourceSample } from '#shared/domain/uploadSource.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { rememberedMapping, rememberMapping, useMappingMemory } from '../../../state/mappingMemory.ts';
import { changeUploadView, useUploadView } from '../../../state/uploadStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Splitter } from '../../../ui/Splitter.tsx';
import { JobTrouble } from '../../../ui/JobStrip.tsx';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { AtomPreviewTable, FileTable } from './PreviewTables.tsx';
import { previewAtoms } from './atomPreview.ts';
import { placeName } from './placeName.ts';
import checkClasses from './CheckRows.module.css';
import classes from './Prepare.module.css';
import { ReadingForm } from './ReadingForm.tsx';
import { TemplateField } from './TemplateField.tsx';
import { templateProblemAt } from './templateWords.ts';
import { useDiscardUpload } from './useDiscardUpload.ts';
import { useUploadJob } from './useUploadJob.ts';
import { ValueFields } from './ValueFields.tsx';
import { firstMapping, shapeOf, type ValueShape } from './valueShape.ts';
import { ipc } from '../../../api/ipc.ts';

interface MapColumnsProps {
  readonly upload: Upload;
  readonly sample: SourceSample;
}

/** How the file was read, what makes key and value, and the first atoms that come of it. */
export function MapColumns({ upload, sample }: MapColumnsProps) {
  const { columns } = sample;
  const { mapping: edited } = useUploadView(upload.id);
  const remembered = useMappingMemory((memory) => rememberedMapping(memory, upload.connectionId, columns));
  const mapping = edited ?? firstMapping(upload.mapping, remembered, sample.suggested, columns);
  const [chosenShape, setShape] = useState<ValueShape | null>(null);
  const shape = (edited === null ? null : chosenShape) ?? shapeOf(mapping.value, columns);
  const preview = useMemo(() => previewAtoms(sample, mapping, utf8Bytes), [sample, mapping]);
  // Some hundred lines: the form comes before them, and so does typing.
  const shownPreview = useDeferredValue(preview, null);
  const shownSample = useDeferredValue(sample, null);
  const stage = useUploadStep(upload.connectionId, ipc.stageUpload);
  const discard = useDiscardUpload(upload);
  const { value: suggested } = sample.suggested;
  const hasNoValues = sample.evidence.appExport && suggested.kind === 'template' && suggested.template === '';
  const job = useUploadJob(upload);
  const failed = job?.progress.step === 'stage' && job.state.kind === 'failed' ? job.state : null;
  const change = (part: Partial<RowMapping>): void =>
    changeUploadView(upload.id, () => ({ mapping: { ...mapping, ...part } }));
  const keyProblem = preview.ok || preview.key === null ? null : templateProblemAt(preview.key);
  const valueProblem = preview.ok || preview.value === null ? null : templateProblemAt(preview.value);
  return (
    <form
      className={checkClasses.screen}
      onSubmit={(event) => {
        event.preventDefault();
        if (!preview.ok) return;
        rememberMapping(upload.connectionId, columns, mapping);
        stage.mutate({ uploadId: upload.id, mapping: copyOf(mapping) });
      }}
    >
      <header className={checkClasses.head}>
        <div className={checkClasses.title}>
          <h2>{visibleLine(upload.file.name)}</h2>
          <p>
            {sizeWords(upload.file.bytes)}, {countOf(columns.length, 'column')}
            {sample.isWhole && `, ${countOf(sample.records.length, 'row')}`}
            {sample.evidence.appExport && '; an export of this app'}
            {hasNoValues && ', which holds no values'}
          </p>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          loading={discard.isPending}
          onClick={() => discard.mutate({ uploadId: upload.id })}
        >
          Discard
        </Button>
        <Button
          type="submit"
          size="compact-sm"
          loading={stage.isPending}
          disabled={!preview.ok}
          rightSection={<IconArrowRight size={15} aria-hidden />}
        >
          Check all rows
        </Button>
      </header>
      <div className={checkClasses.panes}>
        <Splitter
          name="upload-mapping"
          panes={[
            {
              label: 'Mapping',
              defaultSize: '360px',
              min: '280px',
              content: (
                <div className={classes.mappingForm}>
                  {stage.isError && <ErrorNotice error={stage.error} />}
                  {discard.isError && <ErrorNotice error={discard.error} />}
                  {failed !== null && <JobTrouble state={failed} />}
                  {sample.renamedColumns.length > 0 && (
                    <p className={classes.note}>
                      {sample.renamedColumns.length === 1 ? 'A column has' : 'Columns have'} the name of an
                      earlier one and {sample.renamedColumns.length === 1 ? 'is' : 'are'} called{' '}
                      {listWords(sample.renamedColumns.slice(0, 5).map(quoteText))}
                      {sample.renamedColumns.length > 5 && ' and so on'} here.
                    </p>
                  )}
                  <TemplateField
                    label="Key"
                    description="Columns in braces, such as v1.{team}.{name}; {{ and }} for braces themselves."
                    template={mapping.key}
                    columns={columns}
                    problem={keyProblem}
                    onChange={(key) => change({ key })}
                  />
                  <Checkbox
                    label="Leave out blanks around the cells that make the key"
                    checked={mapping.trimKeys}
                    onChange={({ currentTarget: { checked } }) => change({ trimKeys: checked })}
                  />
                  <ValueFields
                    value={mapping.value}
                    shape={shape}
                    columns={columns}
                    problem={valueProblem}
                    onChange={(value, next) => {
                      setShape(next);
                      change({ value });
                    }}
                  />
                  <fieldset className={classes.fieldset}>
                    <legend>How the file is read</legend>
                    <ReadingForm upload={upload} choice={sample.choice} evidence={sample.evidence} />
                  </fieldset>
                </div>
              ),
            },
            {
              label: 'Preview',
              defaultSize: 1,
              min: '300px',
              content: (
                <Splitter
                  name="upload-preview"
                  orientation="vertical"
                  panes={[
                    {
                      label: 'Atoms',
                      defaultSize: 1.2,
                      min: '120px',
                      content: shownPreview !== null && (
                        <AtomPreviewTable
                          preview={shownPreview}
                          isWhole={sample.isWhole}
                          placeHeader={placeName(sample.choice.format)}
                        />
                      ),
                    },
                    {
                      label: 'In the file',
                      defaultSize: 1,
                      min: '100px',
                      content: shownSample !== null && <FileTable sample={shownSample} />,
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      </div>
    </form>
  );
}

/** As the IPC takes it. */
function copyOf(mapping: RowMapping): RowMapping {
  const { value } = mapping;
  return value.kind === 'object'
    ? { ...mapping, value: { kind: 'object', columns: [...value.columns] } }
    : mapping;
}
