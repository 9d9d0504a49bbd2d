import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { SmallButton } from './Buttons.tsx';

interface ExportChoice<Format extends string> {
  readonly format: Format;
  readonly words: string;
}

interface ExportMenuProps<Format extends string> {
  /** What is exported, for the name of the button: `Export ${label}`. */
  readonly label: string;
  readonly choices: readonly ExportChoice<Format>[];
  /** Saves the file: see `saveFile`. Must not reject. */
  readonly onExport: (format: Format) => Promise<void>;
  readonly disabled?: boolean;
}

/** The choices for data that is a table; JSON has all of its fields. */
export const csvOrJson = [
  { format: 'csv', words: 'CSV…' },
  { format: 'json', words: 'JSON…' },
] as const satisfies readonly ExportChoice<string>[];

/** A button with a menu of file formats. */
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
        <SmallButton icon={IconDownload} aria-label={`Export ${label}`} disabled={disabled} loading={isBusy}>
          Export
        </SmallButton>
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
