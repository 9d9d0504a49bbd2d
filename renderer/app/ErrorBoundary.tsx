import { Button, Code } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';

interface ErrorBoundaryProps {
  /** What stopped working: `Browse`. */
  readonly what: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | null;
}

/** Catches a defect while rendering, so that it takes down its part of the window and not the whole. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null };

  static getDerivedStateFromError(caught: unknown): ErrorBoundaryState {
    return { message: caught instanceof Error ? caught.message : String(caught) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <EmptyState
        icon={IconMoodConfuzed}
        title={`${this.props.what} stopped working`}
        description={
          <>
            This is a defect of the app; your memory and your connections are not affected. If it comes back,
            please report it with these words:
            <Code block mt="sm" ta="left">
              {this.state.message}
            </Code>
          </>
        }
        action={
          <Button.Group>
            <Button onClick={() => this.setState({ message: null })}>Show it again</Button>
            <Button variant="default" onClick={() => window.location.reload()}>
              Reload the window
            </Button>
          </Button.Group>
        }
      />
    );
  }
}
