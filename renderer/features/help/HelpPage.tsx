import { Anchor, Box, Code, Table, Typography } from '@mantine/core';
import { Markdown } from 'markdown-to-jsx/react';
import { createContext, useContext, useEffect, useRef, type ComponentPropsWithoutRef } from 'react';
import { showHelp, type HelpPlace } from '../../state/helpView.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Help.module.css';
import { helpPages, helpPictures } from './helpPages.ts';
import { anchorOf, pathFrom, readHelpTarget } from './helpTarget.ts';

/** The name of the page that is shown, which its links and pictures start from. */
const PageContext = createContext('');

/** A page of the documentation. Its text is part of the app, so it may contain HTML, which becomes elements and never markup. */
export function HelpPage({ place }: { readonly place: HelpPlace }) {
  const { page } = place;
  const top = useRef<HTMLDivElement>(null);
  // A link to the place that is shown scrolls there again: each one is an object of its own.
  useEffect(() => {
    const { anchor } = place;
    const heading =
      anchor === null ? null : top.current?.querySelector(`#${CSS.escape(`${idPrefix}${anchor}`)}`);
    if (heading instanceof HTMLElement) heading.scrollIntoView({ block: 'start' });
    else top.current?.parentElement?.scrollTo({ top: 0 });
  }, [place]);
  return (
    <PageContext value={page}>
      <Typography ref={top} className={classes.page ?? ''}>
        <Markdown options={options}>{helpPages.get(page) ?? ''}</Markdown>
      </Typography>
    </PageContext>
  );
}

const idPrefix = 'help-';

const options = {
  slugify: (heading: string) => `${idPrefix}${anchorOf(heading)}`,
  overrides: { a: HelpLink, img: HelpPicture, table: HelpTable },
};

function HelpLink({ href = '', children }: ComponentPropsWithoutRef<'a'>) {
  const page = useContext(PageContext);
  const target = readHelpTarget(page, href, (name) => helpPages.has(name));
  switch (target.kind) {
    case 'page':
      return (
        <Anchor component="button" type="button" onClick={() => showHelp(target.page, target.anchor)}>
          {children}
        </Anchor>
      );
    case 'web':
      // The window opens no address outside of the app.
      return (
        <>
          {children} <Code style={{ overflowWrap: 'anywhere' }}>{target.address}</Code>
          <CopyButton text={target.address} label="address" size="xs" />
        </>
      );
    case 'file':
      return <>{children}</>;
  }
}

/** In the theme of the window, where there is a picture of each. */
function HelpPicture({ src = '', alt = '' }: ComponentPropsWithoutRef<'img'>) {
  const page = useContext(PageContext);
  const path = pathFrom(page, src);
  const light = helpPictures.get(path);
  if (light === undefined) return null;
  const dark = helpPictures.get(path.replace(/\.png$/, '-dark.png')) ?? light;
  return (
    <>
      <Box component="img" darkHidden src={light} alt={alt} loading="lazy" />
      <Box component="img" lightHidden src={dark} alt={alt} loading="lazy" />
    </>
  );
}

function HelpTable({ children }: ComponentPropsWithoutRef<'table'>) {
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table withTableBorder>{children}</Table>
    </Table.ScrollContainer>
  );
}
