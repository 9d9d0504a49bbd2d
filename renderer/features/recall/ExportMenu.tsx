import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

interface ExportMenuProps {
  /** What is exported, for the name of the button: `Export ${label}`. */
  readonly label: string;
  readonly onExport: (format: 'csv' | 'json') => void;
  readonly disabled?: boolean;
}

export function ExportMenu({ label, onExport, disabled = false }: ExportMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Export ${label}`}
          disabled={disabled}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport('csv')}>As a table (CSV)…</Menu.Item>
        <Menu.Item onClick={() => onExport('json')}>As JSON…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
