import { Group, Switch } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconFold,
  IconRestore,
  IconSearch,
  type Icon,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useEditorPreferences, type EditorLayout } from '../../state/editorPreferences.ts';
import { Segments } from '../../ui/Choices.tsx';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import type { CodeEditorHandle } from '../../ui/code/CodeEditor.tsx';
import { shortcutText } from '../../ui/shortcutText.ts';
import { Tip } from '../../ui/Tip.tsx';

const layouts: Readonly<Record<EditorLayout, string>> = {
  plain: 'Text only',
  split: 'Side by side',
  unified: 'Unified',
};

const formats = [
  { how: 'pretty', label: 'Format', effect: 'One property or item per line' },
  { how: 'compact', label: 'Compact', effect: 'Remove whitespace' },
] as const;

interface EditorToolbarProps {
  /** null in the plain text editor, which uses the system's own undo and search. */
  readonly editor: RefObject<CodeEditorHandle | null> | null;
  readonly isJson: boolean;
  readonly onJson: (isJson: boolean) => void;
  readonly validates: boolean;
  /** null if the text cannot be formatted. */
  readonly onFormat: ((how: 'pretty' | 'compact') => void) | null;
  /** null if there is nothing to compare with. */
  readonly layout: EditorLayout | null;
  /** Whether unchanged lines are collapsed. */
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
  readonly isDisabled: boolean;
}

/** The tools for the whole text: format, compare, undo, find. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, isJson, onJson, validates, onFormat, layout, isFolded, onFold, isDisabled } = props;
  const isComparing = layout === 'split' || layout === 'unified';
  const tool = (icon: Icon, label: string, act: (editor: CodeEditorHandle) => void, isEdit = false) => (
    <IconButton
      size="sm"
      icon={icon}
      label={label}
      disabled={isEdit && isDisabled}
      onClick={() => {
        if (editor !== null && editor.current !== null) act(editor.current);
      }}
    />
  );
  return (
    <Group gap="xs" mih={28} role="group" aria-label="Text tools">
      <Switch
        size="xs"
        label="JSON"
        checked={isJson}
        onChange={(event) => onJson(event.currentTarget.checked)}
      />
      {isJson && (
        <>
          <Switch
            size="xs"
            label="Validate"
            checked={validates}
            onChange={(event) => useEditorPreferences.setState({ validates: event.currentTarget.checked })}
          />
          {formats.map(({ how, label, effect }) => (
            <Tip key={how} label={onFormat === null ? 'Only valid JSON can be formatted' : effect}>
              <SmallButton disabled={onFormat === null || isDisabled} onClick={() => onFormat?.(how)}>
                {label}
              </SmallButton>
            </Tip>
          ))}
        </>
      )}
      <Group gap="xs" ml="auto">
        {isComparing && (
          <>
            <IconButton
              size="sm"
              icon={IconFold}
              label="Collapse unchanged lines"
              aria-pressed={isFolded}
              {...(isFolded && { variant: 'light', color: 'iris' })}
              onClick={() => onFold(!isFolded)}
            />
            {tool(IconArrowUp, 'Previous difference', (code) => code.goToDifference(-1))}
            {tool(IconArrowDown, 'Next difference', (code) => code.goToDifference(1))}
            {tool(IconRestore, 'Restore the stored text at the cursor', (code) => code.putBack(), true)}
          </>
        )}
        {editor !== null && (
          <>
            {tool(IconArrowBackUp, `Undo (${shortcutText('Mod+Z')})`, (code) => code.undo(), true)}
            {tool(IconArrowForwardUp, `Redo (${shortcutText('Mod+Shift+Z')})`, (code) => code.redo(), true)}
            {tool(IconSearch, `Find and replace (${shortcutText('Mod+F')})`, (code) => code.find())}
          </>
        )}
        {layout !== null && (
          <Segments
            label="Show differences"
            names={layouts}
            value={layout}
            onChange={(chosen) => useEditorPreferences.setState({ layout: chosen })}
          />
        )}
      </Group>
    </Group>
  );
}
