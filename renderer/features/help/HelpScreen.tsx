import { NavLink, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { showHelp, useHelpView } from '../../state/helpView.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { HelpPage } from './HelpPage.tsx';
import { helpPages, helpSections } from './helpPages.ts';
import { searchHelp, type HelpMatch } from './searchHelp.ts';

const titles = new Map(
  helpSections.flatMap(({ entries }) => entries.map(({ page, title }) => [page, title] as const)),
);
/** What the search looks at: the pages of the list. */
const listed = new Map([...helpPages].filter(([page]) => titles.has(page)));

/** The documentation of this version, without a network. */
export function HelpScreen() {
  const { place, search } = useHelpView();
  return (
    <>
      <VisuallyHidden component="h1">Documentation</VisuallyHidden>
      <Splitter
        name="help"
        panes={[
          {
            label: 'Pages',
            defaultSize: '270px',
            min: '180px',
            content: (
              <Screen
                head={
                  <Toolbar>
                    <SearchField
                      label="Search documentation"
                      text={search}
                      onSearch={(text) => useHelpView.setState({ search: text })}
                      flex={1}
                    />
                  </Toolbar>
                }
                scrolls
                bodyLabel="List of pages"
              >
                <PageList search={useDeferredValue(search)} shown={place.page} />
              </Screen>
            ),
          },
          {
            label: 'Page',
            defaultSize: 1,
            min: '320px',
            content: (
              <Screen scrolls bodyLabel={titles.get(place.page) ?? 'Page'}>
                <HelpPage place={place} />
              </Screen>
            ),
          },
        ]}
      />
    </>
  );
}

interface PageListProps {
  readonly search: string;
  readonly shown: string;
}

function PageList({ search, shown }: PageListProps) {
  const link = (page: string, title: string, { line, anchor = null }: Partial<HelpMatch> = {}) => (
    <NavLink
      key={page}
      component="button"
      py="2xs"
      label={title}
      {...(line !== undefined && { description: <Dimmed lineClamp={2}>{line}</Dimmed> })}
      active={page === shown}
      aria-current={page === shown ? 'page' : undefined}
      onClick={() => showHelp(page, anchor)}
    />
  );
  if (search.trim() === '') {
    return (
      <Stack gap="md" component="nav" aria-label="Documentation">
        {helpSections.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            <Text fz="xs" c="dimmed" fw={600} px="sm" mb="2xs" aria-hidden>
              {title}
            </Text>
            {entries.map((entry) => link(entry.page, entry.title))}
          </div>
        ))}
      </Stack>
    );
  }
  const matches = searchHelp(listed, search);
  return matches.length === 0 ? (
    <EmptyState
      icon={IconFilterOff}
      title="No matching pages"
      description="No page contains all of these words."
    />
  ) : (
    <nav key={search} ref={scrollToTop} aria-label="Matching pages">
      {matches.map((match) => link(match.page, titles.get(match.page) ?? match.page, match))}
    </nav>
  );
}

/** Other matches are read from the first one. */
function scrollToTop(list: HTMLElement | null): void {
  list?.parentElement?.scrollTo({ top: 0 });
}
