import { MergeView, unifiedMergeView, type DiffConfig } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import classes from './Code.module.css';
import { brokenCode, readOnlyCode } from './codeSetup.ts';
import { useStyleNonce } from './CodeView.tsx';
import { breakLongLines, type BrokenText } from './longLines.ts';

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  /** What the two are, for screen readers: `Version 1`. */
  readonly labels: { readonly before: string; readonly after: string };
  readonly layout: 'split' | 'unified';
  readonly asJson?: boolean;
}

/** Above these limits, differences are less precise, so that they appear in time. */
const diffConfig: DiffConfig = { scanLimit: 500, timeout: 30 };
const collapseUnchanged = { margin: 3, minSize: 6 };

/** Two texts with their differences marked, side by side or unified; equal lines are collapsed. */
export function DiffView({ before, after, labels, layout, asJson = false }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const styleNonce = useStyleNonce();
  const { before: beforeLabel, after: afterLabel } = labels;
  useEffect(() => {
    if (host.current === null) return undefined;
    const brokenBefore = breakLongLines(before, 'joints');
    const brokenAfter = breakLongLines(after, 'joints');
    const extensions = (broken: BrokenText, original: string, label: string) => [
      readOnlyCode({ label, asJson, isBroken: broken.breaks.length > 0, styleNonce }),
      brokenCode(broken, original),
    ];
    const parent = host.current;
    if (layout === 'split') {
      const view = new MergeView({
        a: { doc: brokenBefore.text, extensions: extensions(brokenBefore, before, beforeLabel) },
        b: { doc: brokenAfter.text, extensions: extensions(brokenAfter, after, afterLabel) },
        parent,
        collapseUnchanged,
        diffConfig,
        gutter: false,
      });
      return () => view.destroy();
    }
    const view = new EditorView({
      doc: brokenAfter.text,
      extensions: [
        extensions(brokenAfter, after, `${afterLabel}, with differences from ${beforeLabel}`),
        unifiedMergeView({
          original: brokenBefore.text,
          mergeControls: false,
          collapseUnchanged,
          diffConfig,
          gutter: false,
          // Deleted lines would be highlighted one by one, without their context.
          syntaxHighlightDeletions: false,
        }),
      ],
      parent,
    });
    return () => view.destroy();
  }, [before, after, beforeLabel, afterLabel, layout, asJson, styleNonce]);
  return <div ref={host} className={classes.code} data-diff={layout} />;
}
