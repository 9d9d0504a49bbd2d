import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

interface ExportChoice<Format extends string> {
  readonly format: Format;
  readonly words: string;
}

interface ExportMenuProps<Format extends string> {
  /** What is exported, for the name of the button: `Export ${label}`. */
  readonly label: string;
  readonly choices: readonly ExportChoice<Format>[];
  /** Resolves when it is saved, or was given up; never rejects. */
  readonly onExport: (format: Format) => Promise<void>;
  readonly disabled?: boolean;
}

/** For what is a table or, whole, a document. */
export const csvOrJson = [
  { format: 'csv', words: 'As a table (CSV)…' },
  { format: 'json', words: 'As JSON…' },
] as const satisfies readonly ExportChoice<string>[];

export function ExportMenu<Format extends string>(props: ExportMenuProps<Format>) {
  const { label, choices, onExport, disabled = false } = props;
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: Format): Promise<void> => {
    setIsBusy(true);
    await onExport(format);
    setIsBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Export ${label}`}
          disabled={disabled}
          loading={isBusy}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ format, words }) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
