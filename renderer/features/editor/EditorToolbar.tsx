import { ActionIcon, Button, SegmentedControl, Switch, Tooltip } from '@mantine/core';
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
import { editorLayouts, useEditorPreferences, type EditorLayout } from '../../state/editorPreferences.ts';
import type { CodeEditorHandle } from '../../ui/code/CodeEditor.tsx';
import classes from './AtomEditor.module.css';
import { useShortcutText } from '../../ui/shortcutText.ts';

const layoutWords: Readonly<Record<EditorLayout, string>> = {
  plain: 'Text only',
  split: 'Side by side',
  unified: 'Unified',
};

const formats = [
  { how: 'pretty', label: 'Format', effect: 'One member per line' },
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
  const shortcut = useShortcutText();
  const { editor, isJson, onJson, validates, onFormat, layout, isFolded, onFold, isDisabled } = props;
  const isComparing = layout === 'split' || layout === 'unified';
  return (
    <div className={classes.toolbar} role="group" aria-label="Text tools">
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
            <Tooltip key={how} label={onFormat === null ? 'Only valid JSON can be formatted' : effect}>
              <Button
                size="compact-xs"
                variant="default"
                disabled={onFormat === null || isDisabled}
                onClick={() => onFormat?.(how)}
              >
                {label}
              </Button>
            </Tooltip>
          ))}
        </>
      )}
      <div className={classes.toolbarEnd}>
        {isComparing && (
          <>
            <ToolButton
              icon={IconFold}
              label="Collapse unchanged lines"
              isOn={isFolded}
              onClick={() => onFold(!isFolded)}
            />
            <ToolButton
              icon={IconArrowUp}
              label="Previous difference"
              onClick={() => editor?.current?.goToDifference(-1)}
            />
            <ToolButton
              icon={IconArrowDown}
              label="Next difference"
              onClick={() => editor?.current?.goToDifference(1)}
            />
            <ToolButton
              icon={IconRestore}
              label="Restore the stored text at the cursor"
              isDisabled={isDisabled}
              onClick={() => editor?.current?.putBack()}
            />
          </>
        )}
        {editor !== null && (
          <>
            <ToolButton
              icon={IconArrowBackUp}
              label={`Undo (${shortcut('Mod+Z')})`}
              isDisabled={isDisabled}
              onClick={() => editor?.current?.undo()}
            />
            <ToolButton
              icon={IconArrowForwardUp}
              label={`Redo (${shortcut('Mod+Shift+Z')})`}
              isDisabled={isDisabled}
              onClick={() => editor?.current?.redo()}
            />
            <ToolButton
              icon={IconSearch}
              label={`Find and replace (${shortcut('Mod+F')})`}
              onClick={() => editor?.current?.find()}
            />
          </>
        )}
        {layout !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Show differences"
            value={layout}
            onChange={(chosen) => {
              const known = editorLayouts.find((each) => each === chosen);
              if (known !== undefined) useEditorPreferences.setState({ layout: known });
            }}
            data={editorLayouts.map((each) => ({ value: each, label: layoutWords[each] }))}
          />
        )}
      </div>
    </div>
  );
}

interface ToolButtonProps {
  readonly icon: Icon;
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Only for toggles. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

function ToolButton({ icon: Glyph, label, isDisabled = false, isOn, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        disabled={isDisabled}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        {...(isOn === true && { variant: 'light', color: 'iris' })}
        onClick={onClick}
      >
        <Glyph size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
