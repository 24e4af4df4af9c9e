import type { CanView, ColumnView, EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { textOf } from '../format/text-of.ts';
import { valueAt } from './columns.ts';
import { offerOf, verdictOf } from './verdicts.ts';

/** The maximum number of buttons beside a title; the other actions are in a menu. */
const MOST_BUTTONS = 5;

export interface HeadActions {
  /** The event that leads the record on; null if none may be caused now. */
  readonly primary: ScreenActionView | null;
  readonly shown: readonly ScreenActionView[];
  readonly further: readonly ScreenActionView[];
}

/**
 * The actions of a record's screen in the order of its head: the one event that leads on, the other events, changes of
 * the record, and its deletion last. An event that leads off the path of states never comes first.
 */
export function headActions(
  actions: readonly ScreenActionView[],
  can: CanView,
  entity: Pick<EntityView, 'events' | 'stateField' | 'statePath'>,
  record: RecordView,
): HeadActions {
  const { events, statePath: path } = entity;
  const offered = actions.filter(
    (action) => action.kind === 'link' || offerOf(verdictOf(action, can, events)) !== 'absent',
  );
  const at = path.indexOf(String(entity.stateField === null ? null : record[entity.stateField]));
  const leadsOn = (action: ScreenActionView) =>
    action.kind === 'event' &&
    can.events[action.event]?.may === true &&
    events.some(
      ({ name, moves }) =>
        name === action.event &&
        moves.some(
          ({ from, to }) => path.indexOf(to ?? '') > at && from.includes(String(record[entity.stateField ?? ''])),
        ),
    );
  const primary = offered.find(leadsOn) ?? null;
  const rankOf = ({ kind }: ScreenActionView) =>
    kind === 'delete' || kind === 'erase'
      ? 2
      : kind === 'edit' || kind === 'copy' || kind === 'merge' || kind === 'link'
        ? 1
        : 0;
  const others = offered.filter((action) => action !== primary).toSorted((one, other) => rankOf(one) - rankOf(other));
  const room = MOST_BUTTONS - (primary === null ? 0 : 1);
  const fits = others.length <= room;
  return { primary, shown: fits ? others : others.slice(0, room - 1), further: fits ? [] : others.slice(room - 1) };
}

/** The kinds whose values a title holds as they are. */
const TITLED: ReadonlySet<string> = new Set(['text', 'number', 'slug', 'serial']);
/** A shorter text may be in a title by chance. */
const LEAST_TITLED = 3;

/** The columns that the head of a record says already: its state, and what its title holds. */
export function shownByHead(
  columns: readonly ColumnView[],
  record: RecordView,
  stateField: string | null,
): ReadonlySet<ColumnView> {
  const isSaid = ({ path, field }: ColumnView) => {
    if (path.length !== 1) return false;
    if (path[0] === stateField) return true;
    const text = textOf(valueAt(record, path)).trim();
    return TITLED.has(field.kind) && text.length >= LEAST_TITLED && holdsWord(record._title, text);
  };
  return new Set(columns.filter(isSaid));
}

function holdsWord(title: string, text: string): boolean {
  const at = title.indexOf(text);
  const isInWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return at >= 0 && !isInWord(title[at - 1]) && !isInWord(title[at + text.length]);
}
