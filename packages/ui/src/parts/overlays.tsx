import type { Menu as LibraryMenu, MenuProps, Popover as LibraryPopover, PopoverProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  Children,
  cloneElement,
  type ComponentType,
  createElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { fetchPart } from '../data/load-part.ts';

/**
 * `Menu` and `Popover` of the library, whose code (a tenth of the first screen's) is fetched when the first of them is
 * opened: until then each is the button that opens it.
 */
type Overlays = typeof import('./library-overlays.ts');
type Kind = keyof Overlays;

let fetched: Overlays | null = null;

export async function fetchOverlays(): Promise<Overlays> {
  fetched ??= await fetchPart(() => import('./library-overlays.ts'));
  return fetched;
}

interface TriggerProps {
  ref?: Ref<HTMLElement>;
  onClick?: (event: unknown) => void;
}

interface OverlayProps {
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  onOpen?: () => void;
  onClose?: () => void;
  children?: ReactNode;
}

function overlay<Props extends OverlayProps>(kind: Kind): ComponentType<Props> {
  return function Overlay({ opened: asked, onChange, onOpen, onClose, children, ...props }: OverlayProps) {
    const [own, setOwn] = useState(false);
    const opened = asked ?? own;
    const [overlays, setOverlays] = useState(fetched);
    const [isReady, setReady] = useState(fetched !== null);
    const trigger = useRef<HTMLElement>(null);
    const hadFocus = useRef(false);
    const [target, ...others] = Children.toArray(children) as ReactElement<{ children: ReactElement<TriggerProps> }>[];
    const button = target?.props.children;
    const ref = useMergedRef(button?.props.ref ?? null, trigger);

    useEffect(() => {
      if (!opened || overlays) return;
      let isGone = false;
      fetchOverlays().then(
        (come) => {
          if (isGone) return;
          hadFocus.current = trigger.current?.contains(document.activeElement) === true;
          setOverlays(come);
        },
        (error: unknown) =>
          setOverlays(() => {
            throw error;
          }),
      );
      return () => {
        isGone = true;
      };
    }, [opened, overlays]);
    // The button is another one now. It is opened once this one has the focus, to which it is given back.
    useLayoutEffect(() => {
      if (!overlays) return;
      if (hadFocus.current) trigger.current?.focus({ preventScroll: true });
      hadFocus.current = false;
      setReady(true);
    }, [overlays]);

    if (!isValidElement<TriggerProps>(button)) return null;
    function change(next: boolean) {
      setOwn(next);
      onChange?.(next);
      // The library does not call these for what is open when its code comes.
      (next ? onOpen : onClose)?.();
    }
    const press = (event: unknown) => {
      button.props.onClick?.(event);
      change(!opened);
    };
    // The library's menu listens to its button itself; a popover whose state is given does not.
    const listens = kind === 'Menu' ? overlays !== null : asked !== undefined;
    const trimmed = cloneElement(button, { ref, ...(listens ? {} : { onClick: press }) });
    if (!overlays) {
      return cloneElement(trimmed, {
        'aria-haspopup': kind === 'Menu' ? 'menu' : 'dialog',
        'aria-expanded': false,
      } as TriggerProps);
    }
    const library = overlays[kind];
    return createElement(
      library as ComponentType<OverlayProps>,
      { ...props, opened: opened && isReady, onChange: change },
      createElement(library.Target, null, trimmed),
      ...others,
    );
  };
}

/** A part of what is opened: by then, its code is there. */
function part<Part>(pick: (overlays: Overlays) => Part): Part {
  return ((props: object) => {
    if (!fetched) throw new Error('A part of a menu is shown before its menu.');
    return createElement(pick(fetched) as ComponentType<object>, props);
  }) as Part;
}

/** Marks the button that opens it; `Overlay` shows it. */
function Target({ children }: { children: ReactElement }) {
  return children;
}

export const Menu = Object.assign(overlay<MenuProps>('Menu'), {
  Target,
  Dropdown: part<typeof LibraryMenu.Dropdown>(({ Menu: menu }) => menu.Dropdown),
  Item: part<typeof LibraryMenu.Item>(({ Menu: menu }) => menu.Item),
  Label: part<typeof LibraryMenu.Label>(({ Menu: menu }) => menu.Label),
  Divider: part<typeof LibraryMenu.Divider>(({ Menu: menu }) => menu.Divider),
});

export const Popover = Object.assign(overlay<PopoverProps>('Popover'), {
  Target,
  Dropdown: part<typeof LibraryPopover.Dropdown>(({ Popover: popover }) => popover.Dropdown),
});
