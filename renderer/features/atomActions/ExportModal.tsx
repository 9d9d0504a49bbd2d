import { Button, Group, Modal, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ExportContent, ExportFormat } from '#shared/domain/job.ts';
import { targetWords, type ActionTarget } from './actionTarget.ts';

interface ExportModalProps {
  readonly target: ActionTarget;
  readonly onExport: (content: ExportContent, format: ExportFormat) => void;
  readonly onClose: () => void;
}

/** Asks what to export, since one kind asks the service for every atom, and the other has no values. */
export function ExportModal({ target, onExport, onClose }: ExportModalProps) {
  const [content, setContent] = useState<ExportContent>('proofs');
  const [format, setFormat] = useState<ExportFormat>('json');
  return (
    <Modal opened onClose={onClose} title={`Export ${targetWords(target)}`}>
      <Stack gap="md">
        <Radio.Group
          label="What the file holds"
          value={content}
          onChange={(value) => setContent(value === 'known' ? 'known' : 'proofs')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="proofs"
              label="Values, proofs and verdicts"
              description="Reads and verifies the atoms now. Others can check the file with atom-explorer verify; Upload takes it too."
            />
            <Radio
              value="known"
              label="What is known"
              description="Keys, versions, last verdicts, tags and notes. No values or proofs; nothing is read."
            />
          </Stack>
        </Radio.Group>
        <SegmentedControl
          aria-label="Format"
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={format}
          onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'json')}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onExport(content, format);
            onClose();
          }}
        >
          Choose where to save…
        </Button>
      </Group>
    </Modal>
  );
}
