import { Group, Title } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { useProduct } from '../data/product.ts';
import { Crumbs } from './crumbs.tsx';
import { useLoaded } from './loaded.ts';
import { Markdown } from './markdown.tsx';
import { OpenMark } from './open-mark.tsx';
import { PanelContext } from './panel.ts';

const NONE: readonly string[] = [];

/** The height of the actions beside it, also if there are none. */
export const TITLE_HEIGHT = 30;

interface ScreenFrameProps {
  screen: ScreenView | null;
  title: string;
  /** Whether everything on the screen has been loaded. */
  loaded: boolean;
  /** Further clauses that the title and the elements beside it show. */
  clauses?: readonly string[];
  /** Beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/**
 * The common parts of all screens: breadcrumbs, a heading that gets the focus on arrival, actions, and marks for open
 * parts. Each part of a screen names its clause (`data-clause`; several if it shows several), and each element of one
 * record names the record (`data-record`): the derived tests read both.
 */
export function ScreenFrame(props: ScreenFrameProps) {
  return use(PanelContext) === null ? <PageFrame {...props} /> : <PanelFrame {...props} />;
}

/** The frame in a panel beside another screen: the page keeps its title, and the panel handles the focus. */
function PanelFrame({ screen, title, loaded, clauses = NONE, badge, actions, children }: ScreenFrameProps) {
  return (
    <div data-shown={loaded || undefined}>
      <Group gap="sm" mb="xs">
        <Title
          order={2}
          size="h1"
          className="screen-title"
          data-clause={[...(screen ? [screen.clause] : []), ...clauses].join(' ') || undefined}
        >
          {title}
        </Title>
        {badge}
      </Group>
      {actions && (
        <Group gap="xs" mb="sm">
          {actions}
        </Group>
      )}
      {children}
    </div>
  );
}

function PageFrame({ screen, title, loaded, clauses = NONE, badge, actions, children }: ScreenFrameProps) {
  const product = useProduct();
  const heading = useRef<HTMLHeadingElement>(null);
  useLoaded(loaded);
  useEffect(() => {
    document.title = title === product.title ? title : `${title} – ${product.title}`;
  }, [title, product.title]);
  useEffect(() => {
    // With the next drawing, which lays the page out anyway: the focus needs that.
    const next = requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement?.closest('nav'))
        heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(next);
  }, []);
  return (
    <>
      {screen && <Crumbs screen={screen} />}
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs" mih={TITLE_HEIGHT}>
        <Group gap="sm" style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title
            order={1}
            ref={heading}
            tabIndex={-1}
            className="screen-title"
            data-clause={[...(screen ? [screen.clause] : []), ...clauses].join(' ') || undefined}
          >
            {title}
          </Title>
          {badge}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {screen && screen.kind !== 'page' && screen.body !== '' && (
        <div className="intro">
          <Markdown text={screen.body} />
        </div>
      )}
      {screen && screen.open.length > 0 && screen.kind !== null && (
        <Group gap="md" mb="sm">
          {screen.open.map((part) => (
            <OpenMark key={part.clause} clause={part.clause} label={part.part} />
          ))}
        </Group>
      )}
      {children}
    </>
  );
}
