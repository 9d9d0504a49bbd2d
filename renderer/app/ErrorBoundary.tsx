import { Button, Code } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { showLogFile } from '../api/files.ts';
import { reportError } from '../api/errorReports.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

interface ErrorBoundaryProps {
  /** What stopped working: `Browse`. */
  readonly what: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | null;
}

/** Catches errors while rendering, so that only this part of the window stops working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null };

  static getDerivedStateFromError(caught: unknown): ErrorBoundaryState {
    return { message: caught instanceof Error ? caught.message : String(caught) };
  }

  override componentDidCatch(caught: unknown): void {
    reportError(caught);
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <EmptyState
        icon={IconMoodConfuzed}
        title={`${this.props.what} stopped working`}
        description={
          <>
            This is a bug in the app. Your atoms and connections are not affected. If it happens again, report
            it with the log file and this message:
            <Code block mt="sm" ta="left">
              {this.state.message}
            </Code>
          </>
        }
        action={
          <Button.Group>
            <Button onClick={() => this.setState({ message: null })}>Try again</Button>
            <Button variant="default" onClick={() => window.location.reload()}>
              Reload window
            </Button>
            <Button variant="default" onClick={() => void showLogFile()}>
              Show log file
            </Button>
          </Button.Group>
        }
      />
    );
  }
}
