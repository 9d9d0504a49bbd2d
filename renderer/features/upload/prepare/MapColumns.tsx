import { Box, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconBookmark } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { isTableFormat, type SourceSample } from '#shared/domain/uploadSource.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { namesOfChanged } from '#shared/upload/changedColumns.ts';
import { unusedColumns } from '#shared/upload/usedColumns.ts';
import { namesOfColumns, placeName, templateProblemWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { stageUpload, useKnownUploadJob, useUploadStep } from '../../../api/uploads.ts';
import { rememberedMapping, rememberMapping, useMappingMemory } from '../../../state/mappingMemory.ts';
import { changeUploadView, useUploadView } from '../../../state/uploadStore.ts';
import { Check } from '../../../ui/Choices.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { JobTrouble } from '../../../widgets/JobStrip.tsx';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Splitter } from '../../../ui/Splitter.tsx';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { ChangedColumns } from './ChangedColumns.tsx';
import { unknownProperties, withPathsLast } from './columnChanges.ts';
import { AtomPreviewTable, FileTable } from './PreviewTables.tsx';
import { previewAtoms } from './atomPreview.ts';
import { MappingsDialog } from './MappingsDialog.tsx';
import { PartPicker } from './PartPicker.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { TemplateField } from './TemplateField.tsx';
import { useDiscardUpload } from './rowChanges.ts';
import { FormSection, ValueFields } from './ValueFields.tsx';
import { firstMapping, shapeOf, withKey, type ValueShape } from './valueShape.ts';

interface MapColumnsProps {
  readonly upload: Upload;
  readonly sample: SourceSample;
}

/** The mapping of columns to keys and values, with a preview of the first atoms. */
export function MapColumns({ upload, sample }: MapColumnsProps) {
  const { mapping: edited } = useUploadView(upload.id);
  const remembered = useMappingMemory((memory) =>
    rememberedMapping(memory, upload.connectionId, sample.columns),
  );
  const mapping = edited ?? firstMapping(upload.mapping, remembered, sample.suggested, sample.columns);
  /** As changed. */
  const columns = namesOfChanged(mapping, sample.columns);
  const choices = useMemo(() => withPathsLast(mapping, sample), [mapping, sample]);
  const [chosenShape, setShape] = useState<ValueShape | null>(null);
  const shape = (edited === null ? null : chosenShape) ?? shapeOf(mapping.value, columns);
  const preview = useMemo(() => previewAtoms(sample, mapping, utf8Bytes), [sample, mapping]);
  // The tables have hundreds of lines: the form and typing come first.
  const shownPreview = useDeferredValue(preview, null);
  const shownSample = useDeferredValue(sample, null);
  const [isMappingsOpen, setMappingsOpen] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const hasChanges = (edited?.changes ?? []).length > 0;
  const stage = useUploadStep(upload.connectionId, stageUpload);
  const discard = useDiscardUpload(upload);
  const { value: suggested } = sample.suggested;
  const skipped = isTableFormat(sample.choice.format) ? (sample.choice.skipped ?? 0) : 0;
  const hasNoValues = sample.evidence.appExport && suggested.kind === 'template' && suggested.template === '';
  const job = useKnownUploadJob(upload) ?? null;
  const failed = job?.progress.step === 'stage' && job.state.kind === 'failed' ? job.state : null;
  const changeTo = (next: RowMapping): void => changeUploadView(upload.id, () => ({ mapping: next }));
  const change = (part: Partial<RowMapping>): void => changeTo({ ...mapping, ...part });
  const unused = preview.ok ? unusedColumns(mapping, sample.columns) : [];
  const unknown = preview.ok ? unknownProperties(sample, mapping) : [];
  const keyProblem = preview.ok || preview.key === null ? null : templateProblemWords(preview.key);
  const valueProblem = preview.ok || preview.value === null ? null : templateProblemWords(preview.value);
  return (
    <Box
      component="form"
      h="100%"
      onSubmit={(event) => {
        event.preventDefault();
        if (!preview.ok) return;
        rememberMapping(upload.connectionId, sample.columns, mapping);
        stage.mutate({ uploadId: upload.id, mapping });
      }}
    >
      <Screen
        head={
          <PaneHead
            title={visibleLine(upload.file.name)}
            note={
              <>
                {sizeWords(upload.file.bytes)}, {countOf(sample.columns.length, 'column')}
                {sample.choice.part !== undefined && `, ${quoteText(sample.choice.part)}`}
                {typeof sample.choice.list === 'string' && `, items of ${quoteText(sample.choice.list)}`}
                {skipped > 0 && `, first ${countOf(skipped, 'row')} skipped`}
                {sample.isWhole && `, ${countOf(sample.records.length, 'row')}`}
                {sample.evidence.appExport && ', export of this app'}
                {hasNoValues && ' without values'}
              </>
            }
            actions={
              <>
                <SmallButton icon={IconBookmark} onClick={() => setMappingsOpen(true)}>
                  Saved mappings…
                </SmallButton>
                <SmallButton
                  loading={discard.isPending}
                  onClick={() => (hasChanges ? setDiscarding(true) : discard.mutate())}
                >
                  Discard
                </SmallButton>
                <SmallButton
                  variant="filled"
                  type="submit"
                  loading={stage.isPending}
                  disabled={!preview.ok}
                  rightSection={<IconArrowRight size={15} aria-hidden />}
                >
                  Check all rows
                </SmallButton>
              </>
            }
          />
        }
      >
        <Splitter
          name="upload-mapping"
          panes={[
            {
              label: 'Mapping',
              defaultSize: '360px',
              min: '280px',
              content: (
                <Stack gap="md" h="100%" p="md" style={{ overflow: 'auto' }}>
                  {stage.isError && <ErrorNotice error={stage.error} />}
                  {discard.isError && <ErrorNotice error={discard.error} />}
                  {failed !== null && <JobTrouble state={failed} />}
                  {sample.container !== null && (
                    <PartPicker
                      upload={upload}
                      container={sample.container}
                      part={sample.choice.part ?? null}
                    />
                  )}
                  {sample.evidence.formulas && (
                    <Callout tone="neutral" compact>
                      Some cells are formulas. Their results are used as saved in the workbook.
                    </Callout>
                  )}
                  {sample.renamedColumns.length > 0 && (
                    <Callout tone="warning" compact>
                      Repeated column names were changed to{' '}
                      {listWords(sample.renamedColumns.slice(0, 5).map(quoteText))}
                      {sample.renamedColumns.length > 5 && ' and others'}.
                    </Callout>
                  )}
                  <TemplateField
                    label="Key"
                    description="Put column names in braces, for example v1.{team}.{name}. Write {{ and }} for literal braces."
                    template={mapping.key}
                    columns={choices}
                    problem={keyProblem}
                    onChange={(key) => changeTo(withKey(mapping, key, columns))}
                  />
                  <Check
                    label="Trim whitespace in key columns"
                    checked={mapping.trimKeys}
                    onChange={(trimKeys) => change({ trimKeys })}
                  />
                  <ValueFields
                    value={mapping.value}
                    shape={shape}
                    columns={columns}
                    choices={choices}
                    problem={valueProblem}
                    onChange={(value, next) => {
                      setShape(next);
                      change({ value });
                    }}
                  />
                  <ChangedColumns
                    mapping={mapping}
                    sample={sample}
                    problem={preview.ok ? null : preview.changes}
                    onChange={changeTo}
                  />
                  {unknown.length > 0 && (
                    <Callout tone="warning" compact>
                      None of the first rows has {namesOfColumns(unknown)}. Check the spelling.
                    </Callout>
                  )}
                  {unused.length > 0 && (
                    <Text size="sm" c="dimmed" role="status">
                      Not stored: {namesOfColumns(unused)}
                    </Text>
                  )}
                  <FormSection title="File format">
                    <ReadingForm upload={upload} choice={sample.choice} sample={sample} />
                  </FormSection>
                </Stack>
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
                      label: 'File contents',
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
        {isDiscarding && (
          <ConfirmDialog
            title="Discard this upload?"
            action="Discard"
            onConfirm={() => discard.mutateAsync()}
            onClose={() => setDiscarding(false)}
          >
            <p>
              The changes of columns are lost, unless you save the mapping. Your file does not change, and
              nothing was sent to the service.
            </p>
          </ConfirmDialog>
        )}
        {isMappingsOpen && (
          <MappingsDialog
            mapping={mapping}
            isValid={preview.ok}
            columns={sample.columns}
            onApply={(saved) => {
              setShape(null);
              changeTo(saved);
            }}
            onClose={() => setMappingsOpen(false)}
          />
        )}
      </Screen>
    </Box>
  );
}
