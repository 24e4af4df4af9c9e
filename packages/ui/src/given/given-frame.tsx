import { Alert, Button, useComputedColorScheme, useDirection } from '@mantine/core';
import type { GivenContext, GivenField, GivenView } from '@nonet/client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePreferences } from '../data/preferences.ts';
import { useProduct } from '../data/product.ts';
import { useRefresh } from '../data/writes.ts';
import { useLaterWords } from '../words/later-words.ts';
import { useWords } from '../words/words.ts';
import { type PageEnd, PageHost } from './page-host.ts';

/** A page is given up that has not begun to answer after this time. */
const BEGINS_WITHIN_MILLISECONDS = 10_000;

interface GivenFrameProps {
  given: GivenView;
  title: string;
  path?: GivenContext['path'];
  onLoaded?: () => void;
  /** The id of the frame, by which a form links to it. */
  id?: string | undefined;
  /** Of a widget: its field, with the value, and the function that takes another one. */
  field?: GivenField;
  onSet?: ((value: string | number | boolean | null) => void) | undefined;
  /** Stands in the place of a page that has ended. */
  instead?: ReactNode;
}

const NOTHING: GivenContext['path'] = {};
const nothing = () => {};

/** A given page in its frame: an origin of its own, without network, that talks with the product over one channel. */
export function GivenFrame(props: GivenFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return <OneFrame key={`${props.given.address} ${attempt}`} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function OneFrame({
  given,
  title,
  path = NOTHING,
  onLoaded = nothing,
  id,
  field,
  onSet,
  instead,
  onAgain,
}: GivenFrameProps & { onAgain: () => void }) {
  const words = useWords();
  const later = useLaterWords();
  const { entities } = useProduct();
  const refresh = useRefresh();
  const frame = useRef<HTMLIFrameElement>(null);
  const host = useRef<PageHost>(null);
  const loads = useRef(0);
  const [height, setHeight] = useState(0);
  const [end, setEnd] = useState<PageEnd | null>(null);
  const [beyond, setBeyond] = useState<readonly string[]>([]);
  const context = useContextOf(path);
  const sent = JSON.stringify(context);
  const shown = field && JSON.stringify(field);
  const set = useEffectEvent((value: string | number | boolean | null) => onSet?.(value));

  const stop = useEffectEvent((why: PageEnd) => {
    host.current?.close();
    host.current = null;
    setEnd(why);
    onLoaded();
  });
  const begin = useEffectEvent((port: MessagePort) => {
    host.current = new PageHost(port, {
      given,
      pathOf: (entity) => (Object.hasOwn(entities, entity) ? (entities[entity]?.path ?? null) : null),
      words: () => words,
      onHeight: setHeight,
      onUndeclared: (asked) => setBeyond((former) => (former.includes(asked) ? former : [...former, asked].slice(-5))),
      onWritten: () => void refresh(),
      onEnd: stop,
      onSet: set,
    });
    host.current.tell(context);
    if (field) host.current.show(field);
    onLoaded();
  });

  useEffect(() => {
    const late = setTimeout(() => {
      if (host.current === null) stop('silent');
    }, BEGINS_WITHIN_MILLISECONDS);
    // The page's client is the first script of its frame: the first port is its own.
    const hear = ({ source, ports: [port] }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (port === undefined || host.current !== null || loads.current > 1) return;
      begin(port);
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(late);
      window.removeEventListener('message', hear);
      host.current?.close();
      host.current = null;
    };
  }, []);
  useEffect(() => host.current?.tell(JSON.parse(sent) as GivenContext), [sent]);
  useEffect(() => {
    if (shown !== undefined) host.current?.show(JSON.parse(shown) as GivenField);
  }, [shown]);

  return (
    <>
      {beyond.length > 0 && (
        <Alert variant="default" icon={<IconAlertTriangle size={18} />} mb="sm">
          {later.givenBeyond(beyond.join(', '))}
        </Alert>
      )}
      {end === null ? (
        <iframe
          ref={frame}
          id={id}
          src={given.address}
          title={title}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          style={{
            display: 'block',
            width: '100%',
            border: 0,
            height: Math.max(height, 1),
            colorScheme: context.theme,
            // Its page is asked to say the error; that there is one shows around it, too.
            ...(field?.error && { outline: '1px solid var(--mantine-color-error)' }),
          }}
          onLoad={() => {
            loads.current += 1;
            // It has gone to another address, where nothing of the product is.
            if (loads.current > 1) stop('left');
          }}
        />
      ) : (
        <Alert role="alert" variant="default" className="problem" icon={<IconAlertTriangle size={18} />}>
          {later.givenEnds[end]}
          <div>
            <Button variant="default" mt="xs" onClick={onAgain}>
              {words.retry}
            </Button>
          </div>
        </Alert>
      )}
      {end !== null && instead}
    </>
  );
}

/** The colours of the interface by what they are for, and the variables that hold them. */
const COLOURS = {
  text: '--mantine-color-text',
  background: '--mantine-color-body',
  dimmed: '--mantine-color-dimmed',
  border: '--mantine-color-default-border',
  accent: '--mantine-primary-color-filled',
  'on-accent': '--mantine-primary-color-contrast',
  error: '--mantine-color-error',
} as const;

function useContextOf(path: GivenContext['path']): GivenContext {
  const theme = useComputedColorScheme('light');
  const { dir } = useDirection();
  const { settings } = useProduct();
  const preferred = usePreferences();
  const styles = getComputedStyle(document.documentElement);
  const colours = Object.entries(COLOURS).map(([name, variable]): [string, string] => [
    name,
    styles.getPropertyValue(variable).trim(),
  ]);
  return {
    theme,
    colours: Object.fromEntries(colours),
    font: styles.getPropertyValue('--mantine-font-family').trim(),
    language: preferred.language ?? settings.locale,
    direction: dir,
    timeZone: preferred.timeZone ?? settings.timeZone,
    path,
  };
}
