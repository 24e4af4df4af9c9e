import { Group, Title } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { type ReactNode, useEffect, useRef } from 'react';
import { useProduct } from '../data/product.ts';
import { Crumbs } from './crumbs.tsx';
import { useLoaded } from './loaded.ts';
import { Markdown } from './markdown.tsx';
import { OpenMark } from './open-mark.tsx';

/** As high as the actions beside it, also where there are none. */
export const TITLE_HEIGHT = 30;

interface ScreenFrameProps {
  screen: ScreenView | null;
  title: string;
  /** Whether everything that the screen shows is there. */
  loaded: boolean;
  /** Beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/**
 * What all screens have alike: the way here, a heading that takes the focus on arrival, actions, and marks for open parts.
 * Each part of a screen names its clause (`data-clause`; several, where it stands for several), and what is of one record
 * the record (`data-record`): the derived tests look there for what a reader gets.
 */
export function ScreenFrame({ screen, title, loaded, badge, actions, children }: ScreenFrameProps) {
  const product = useProduct();
  const heading = useRef<HTMLHeadingElement>(null);
  useLoaded(loaded);
  useEffect(() => {
    document.title = title === product.title ? title : `${title} – ${product.title}`;
  }, [title, product.title]);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav')) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <>
      {screen && <Crumbs screen={screen} title={title} />}
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs" mih={TITLE_HEIGHT}>
        <Group gap="sm" style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title order={1} ref={heading} tabIndex={-1} className="screen-title" data-clause={screen?.clause}>
            {title}
          </Title>
          {badge}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {screen && screen.kind !== 'page' && screen.body !== '' && <Markdown text={screen.body} />}
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
